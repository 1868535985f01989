import { beforeEach, describe, expect, test } from "vitest";
import type { ReviewWarning } from "#domain/review/answers.ts";
import { addPost, addRock } from "#tests/setup/calls/catalogue.ts";
import { addReviewKey, bearer } from "#tests/setup/calls/review-calls.ts";
import { emptyRocks } from "#tests/setup/calls/rocks.ts";
import { call, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();
beforeEach(() => emptyRocks(site));

const LUSS: [number, number] = [56.1, -4.64];
const SYDNEY: [number, number] = [-33.87, 151.21];

/** The warnings about the find that was sent last. */
async function warn(headers?: Record<string, string>) {
  const { body } = await call("GET /api/review", undefined, headers);
  return body.at(-1)!.warnings;
}
const waiting = (
  post: Partial<Parameters<typeof addPost>[1]> = {},
  qr?: number,
) => {
  const key = addPost(site, {
    location: "Luss pier, Loch Lomond, Scotland",
    show: false,
    ...post,
  });
  if (qr !== undefined)
    site.alter(
      `UPDATE rock_posts SET rock_number_qr = ${qr} WHERE rps_key = ${key}`,
    );
  return key;
};
const number = (more: object): ReviewWarning[] => [
  { kind: "number", in_catalogue: false, code: null, near: null, ...more },
];

describe("the number", () => {
  test("of a rock in the catalogue is nothing to warn of, nor one that couldn't be read", async () => {
    addRock(site, 250);
    waiting({ rock: 250 }, 250);
    expect(await warn()).toEqual([]);
    waiting({ rock: 0 });
    expect(await warn()).toEqual([]);
  });

  test("that isn't in the catalogue is warned of, with the number of the code", async () => {
    addRock(site, 250);
    waiting({ rock: 2500 });
    expect(await warn()).toEqual(number({}));
    waiting({ rock: 2500 }, 250);
    expect(await warn()).toEqual(number({ code: 250 }));
    waiting({ rock: 0 }, 250);
    expect(await warn()).toEqual(number({ code: 250 }));
  });

  test("is warned of if the code says another one", async () => {
    addRock(site, 250);
    addRock(site, 251);
    waiting({ rock: 251 }, 250);
    expect(await warn()).toEqual(number({ in_catalogue: true, code: 250 }));
  });

  test("is offered as another only if a rock of almost this number was last found here", async () => {
    for (const rock of [250, 9500, 31]) addRock(site, rock);
    const near = addPost(site, { rock: 250, location: "Luss", place: LUSS });
    const far = addPost(site, { rock: 9500, location: "?", place: SYDNEY });
    site.alter(
      `INSERT INTO rock_pins SELECT rps_key, rock_number, latitude, longitude FROM rock_posts WHERE rps_key IN (${near}, ${far})`,
    );
    waiting({ rock: 2500, place: [56.2, -4.64] });
    expect(await warn()).toEqual(
      number({ near: { rock_number: 250, distance_km: 11 } }),
    );
    waiting({ rock: 2500, place: [51.5, -0.1], location: "London" });
    expect(await warn()).toEqual(number({}));
    waiting({ rock: 7777, place: LUSS });
    expect(await warn()).toEqual(number({}));
  });
});

describe("the picture", () => {
  const send = async (rockNumber: string, images: string[], name = "Ann") => {
    await site.sendFind(
      {
        rockNumber,
        location: "On the wall",
        comment: "Found.",
        date: "2026-05-17",
        name,
      },
      images,
    );
    await site.untilIdle();
  };
  const same = (warnings: ReviewWarning[]) =>
    warnings.find(
      (warning): warning is Extract<ReviewWarning, { kind: "same-picture" }> =>
        warning.kind === "same-picture",
    );

  test("that was sent before is warned of, with the find that it came with", async () => {
    await send("31", ["progressive.jpg"]);
    expect(same(await warn())).toBeUndefined();
    await send("32", ["photo.webp", "progressive.jpg"], "Ben");
    expect(same(await warn())?.earlier).toMatchObject({
      rock_number: 31,
      location: "On the wall",
      date: "2026-05-17",
      name: "Ann",
      show: false,
    });
  });

  test("of something else is nothing to warn of, nor the same one twice in a find", async () => {
    await send("31", ["progressive.jpg"]);
    await send("32", ["photo.webp", "photo.webp"]);
    expect(same(await warn())).toBeUndefined();
  });

  test("taken in another second is another one, and without a fingerprint nobody knows", async () => {
    await send("31", ["progressive.jpg"]);
    await send("32", ["progressive.jpg"]);
    const images = "UPDATE rock_post_images SET";
    site.alter(`${images} taken_dt = '2026-05-17T12:00:0' || (rpi_key % 10)`);
    expect(same(await warn())).toBeUndefined();
    site.alter(`${images} taken_dt = '2026-05-17T12:00:00'`);
    expect(same(await warn())).toBeDefined();
    site.alter(`${images} taken_dt = NULL`);
    expect(same(await warn())).toBeDefined();
  });

  test("of a find that a mail's key doesn't open is not told of, unless everyone may see it @soak", async () => {
    await send("31", ["progressive.jpg"]);
    await send("32", ["progressive.jpg"]);
    const headers = bearer(
      addReviewKey(site, [(await call("GET /api/review")).body[1]!.rps_key]),
    );
    expect(same(await warn(headers))).toMatchObject({ earlier: null });
    site.alter("UPDATE rock_posts SET show = 1 WHERE rock_number = 31");
    const { earlier } = same(await warn(headers))!;
    expect(earlier).toMatchObject({ rock_number: 31, show: true });
    expect(earlier).not.toHaveProperty("name");
    const picture = await site.fetch(
      `/api/review/${earlier!.uuid}/images/${earlier!.imagename}?size=sm`,
      { headers },
    );
    expect(picture.status).toBe(200);
  });
});

describe("the way from stop to stop", () => {
  const stop = (place: [number, number], day: string) =>
    addPost(site, {
      rock: 31,
      location: "Sydney",
      place,
      date: `${day}T00:00:00Z`,
    });
  const find = (day: string, rock = 31) =>
    waiting({ rock, place: LUSS, date: `${day}T00:00:00Z` });
  beforeEach(() => addRock(site, 31));

  test("is warned of if it is farther than a day can be, from the stop before or to the stop after", async () => {
    stop(SYDNEY, "2026-05-17");
    find("2026-05-17");
    expect(await warn()).toEqual([]);
    site.alter("DELETE FROM rock_posts");
    find("2026-05-17");
    stop(SYDNEY, "2026-05-17");
    const [warning] = (await call("GET /api/review")).body[0]!.warnings;
    expect(warning).toMatchObject({
      kind: "too-far",
      location: "Sydney",
      date: "2026-05-17",
    });
  });

  test("is nothing to warn of if a day lies between, before or after, or the rock is unknown", async () => {
    stop(SYDNEY, "2026-05-17");
    for (const day of ["2026-05-18", "2026-05-16", "2026-04-01"]) {
      find(day);
      expect(await warn()).toEqual([]);
    }
    stop(SYDNEY, "2026-05-18");
    find("2026-05-18", 0);
    expect(await warn()).toEqual([]);
  });
});

describe("the words", () => {
  test("are warned of if they name a place far from the coordinates, or from what the finder says", async () => {
    addRock(site, 214);
    waiting({ location: "Graça, Lisbon", place: LUSS });
    expect(await warn()).toMatchObject([{ kind: "place", named: "Lisbon" }]);
    const suggestion = {
      latitude: LUSS[0],
      longitude: LUSS[1],
      accuracy: null,
      source: "map",
    };
    waiting({ location: "Somewhere in Portugal", suggestion });
    expect(await warn()).toEqual([
      { kind: "place", named: "Portugal", distance_km: null },
    ]);
  });

  test("are nothing to warn of if they fit, or there are no coordinates", async () => {
    addRock(site, 214);
    waiting({ place: LUSS });
    expect(await warn()).toEqual([]);
    waiting({ location: "Graça, Lisbon" });
    expect(await warn()).toEqual([]);
  });
});
