import { beforeEach, expect, test } from "vitest";
import type { Blur } from "#core/blurs.ts";
import type { ReviewFind } from "#domain/review/answers.ts";
import {
  asOf,
  newFind,
  readFind,
  saveFind,
  showFind,
} from "#tests/setup/calls/find-calls.ts";
import { addReviewKey, bearer } from "#tests/setup/calls/review-calls.ts";
import { FIND_KEY, ownFields } from "#tests/setup/calls/site-calls.ts";
import { call, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();

const FACE: Blur = [0.25, 0.25, 0.25, 0.25];
const OTHER: Blur = [0.6, 0.6, 0.2, 0.2];
const AROUND: Blur = [0.2, 0.2, 0.35, 0.35];

let uuid: string;
let names: string[];
beforeEach(async () => {
  ({ uuid } = await newFind(ownFields, ["plain.png", "greyscale.jpg"]));
  names = (await read()).images.map(({ name }) => name);
});

const read = async (headers?: Record<string, string>) =>
  (await call(`GET /api/review?uuid=${uuid}`, undefined, headers))
    .body[0] as ReviewFind;
const hide = (
  image: number,
  blurs: Blur[],
  headers: Record<string, string> = asOf(),
) =>
  call<ReviewFind>(
    `PUT /api/review/${uuid}/images/${names[image]}`,
    { blurs },
    headers,
  );
const correct = (change: object) =>
  call(`PUT /api/finds/${uuid}`, change, bearer(FIND_KEY));
const hideAsFinder = (image: number, blurs: Blur[]) =>
  correct({ images: [{ name: names[image], blurs }] });
const decide = (show: boolean) =>
  call(`POST /api/review/${uuid}`, { show }, asOf());
/** Of what a finder did. */
const warnings = async (headers?: Record<string, string>) =>
  (await read(headers)).warnings.filter(({ kind }) =>
    ["changed", "taken-back"].includes(kind),
  );

test("the review hides parts for the version that it read alone, with a session and with the key of a mail", async () => {
  const key = addReviewKey(site, [(await readFind(uuid)).rps_key]);
  for (const who of [asOf(), bearer(key)]) {
    await hide(0, []);
    // The version is another one once its pictures are made.
    await site.untilIdle();
    const { version } = await read();
    const stale = { ...who, "If-Match": `"${version}"` };
    const boxes = [FACE, OTHER, AROUND];
    expect((await hide(0, boxes, stale)).status).toBe(200);
    const refused = await hide(0, [FACE], stale);
    expect([refused.status, refused.body]).toEqual([
      409,
      { error: "This find was changed by someone else meanwhile." },
    ]);
    await site.untilIdle();
    const now = await read();
    expect(now.images[0]!.blurs).toEqual(boxes);
    const current = { ...who, "If-Match": `"${now.version}"` };
    const saved = await hide(0, [FACE], current);
    expect(saved.etag).toBe(`"${saved.body.version}"`);
    expect(saved.body.images[0]!.blurs).toEqual([FACE]);
    expect((await hide(0, [], who)).status).toBe(200);
  }
});

test("hidden parts that a finder takes back are warned of by the picture's name, until somebody has looked", async () => {
  await hideAsFinder(0, [FACE]);
  await hideAsFinder(0, []);
  expect(await warnings()).toEqual([]);
  await hide(1, [FACE, OTHER]);
  await hideAsFinder(1, [OTHER]);
  const takenBack = (parts: number) => ({
    kind: "taken-back",
    images: [{ imagename: names[1], parts }],
  });
  expect(await warnings()).toContainEqual(takenBack(1));
  await hideAsFinder(1, [FACE]);
  expect(await warnings()).toContainEqual(takenBack(1));
  // What hides all of it and more hides it.
  await hideAsFinder(1, [AROUND, OTHER]);
  expect(await warnings()).not.toContainEqual(
    expect.objectContaining({ kind: "taken-back" }),
  );
  await hideAsFinder(1, []);
  expect(await warnings()).toContainEqual(takenBack(2));

  await site.untilIdle();
  await decide(true);
  expect(await warnings()).toEqual([]);
  await hideAsFinder(1, [FACE]);
  await hideAsFinder(1, []);
  expect(await warnings()).toEqual([]);
});

test("whatever a finder changes after somebody has looked is warned of, with what it was", async () => {
  await correct({ location: "Crail" });
  expect(await warnings()).toEqual([]);
  await decide(false);
  await correct({ location: "Elie", comment: "Sent in May." });
  await correct({
    location: "Pittenweem",
    email: "ann@example.org",
    images: [{ name: names[1], description: "A gull", blurs: [FACE] }],
  });
  const changes = {
    location: ["Crail", "Pittenweem"],
    comment: [ownFields.comment, "Sent in May."],
    description_2: ["", "A gull"],
    blurs_2: [0, 1],
  };
  const email = ["", "ann@example.org"];
  expect(await warnings()).toEqual([
    { kind: "changed", changes: { ...changes, email } },
  ]);
  const key = addReviewKey(site, [(await readFind(uuid)).rps_key]);
  expect(await warnings(bearer(key))).toEqual([{ kind: "changed", changes }]);

  await correct({ location: "Crail" });
  const { location: _location, ...rest } = changes;
  expect(await warnings()).toEqual([
    { kind: "changed", changes: { ...rest, email } },
  ]);
  await site.untilIdle();
  await showFind(await readFind(uuid));
  expect(await warnings()).toEqual([]);
});

test("what the family has corrected is warned of when its finder changes it again, though nobody has decided", async () => {
  const find = await readFind(uuid);
  await saveFind(find, { location: "Anstruther harbour" });
  await correct({ location: "Crail", comment: "Sent in May." });
  const changes = { location: ["Anstruther harbour", "Crail"] };
  expect(await warnings()).toEqual([{ kind: "changed", changes }]);
});
