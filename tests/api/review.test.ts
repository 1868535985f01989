import { beforeEach, describe, expect, test } from "vitest";
import type { ReviewFind } from "#domain/review/answers.ts";
import { asOf } from "#tests/setup/calls/find-calls.ts";
import { addReviewKey, bearer } from "#tests/setup/calls/review-calls.ts";
import {
  addPost,
  addRock,
  emptyRocks,
  uuidOf as uuidIn,
} from "#tests/setup/calls/rocks.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import {
  call,
  cookie,
  get,
  setUpSite,
  site,
  statusOf,
  useOwnSite,
} from "#tests/setup/vitest/site.ts";

setUpSite();
beforeEach(() => emptyRocks(site));

const spot = { latitude: 56.2218, longitude: -2.701, precision: 1000 };
const suggestion = { ...spot, accuracy: 12.4, source: "device" };

const read = (path = "", headers?: Record<string, string>) =>
  call<ReviewFind[]>(`GET /api/review${path}`, undefined, headers);
const uuidOf = (key: number) => uuidIn(site, key);
const decide = (key: number, body: object, headers?: Record<string, string>) =>
  call(`POST /api/review/${uuidOf(key)}`, body, headers);
const addWaiting = (location = "Pier", more: object = {}) =>
  addPost(site, { location, show: false, ...more });
/** All that a decision may change. */
const state = (key: number) => ({
  find: site.query(
    `SELECT show, put_aside, no_place, latitude, longitude, precision FROM rock_posts WHERE rps_key = ${key}`,
  )[0],
  pins: site.query("SELECT * FROM rock_pins ORDER BY rps_key"),
  counts: site.query("SELECT rock_number, shown_posts FROM rocks"),
});

describe("the finds that wait", () => {
  test("are those that nobody has decided on, oldest first, with how many there are", async () => {
    const email = "a@example.org";
    const keys = ["First", "Second", "Third"].map((location) =>
      addWaiting(location, { email }),
    );
    addPost(site, { rock: 9, location: "Shown" });
    const aside = addWaiting("Aside");
    site.alter(`UPDATE rock_posts SET put_aside = 1 WHERE rps_key = ${aside}`);
    const all = await read();
    expect(all.body.map(({ rps_key }) => rps_key)).toEqual(keys);
    expect(all.headers.get("total-count")).toBe("3");
    expect(all.headers.get("cache-control")).toBe("no-store");
    const oldest = { location: "First", email, waiting: true, rock: null };
    expect(all.body[0]).toMatchObject({ ...oldest, last_stop: null });

    const first = await read("?limit=2");
    expect(first.body).toHaveLength(2);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("link")!)![1]!;
    const rest = await call<ReviewFind[]>(`GET ${next}`);
    expect(rest.body.map(({ location }) => location)).toEqual(["Third"]);
    expect(rest.headers.get("link")).toBeNull();
  });

  test("come with their rock, its journeys, its last stop and what to be warned of", async () => {
    addRock(site, 214, "A turtle");
    for (const [location, date, ...at] of [
      ["Valletta", "2026-08-03", 35.9, 14.51],
      ["Home", "2026-02-01", 56, -3],
    ] as const)
      addPost(site, { location, date, at });
    const date = "2026-11-16";
    addWaiting("Graça, Lisbon", { date, suggestion });
    const [find] = (await read()).body;
    expect(find).toMatchObject({
      rock: { comment: "A turtle", pin: null },
      journeys: 2,
      first_found: "2026-02-01",
      last_stop: { location: "Valletta", date: "2026-08-03", days: 105 },
      warnings: [{ kind: "place", named: "Lisbon" }],
    });
    expect(Math.abs(find!.last_stop!.distance_km! - 2700)).toBeLessThan(200);
  });

  test("come with their pictures, which everyone else gets a 404 for", async () => {
    await site.sendFind({ ...findFields, name: "Ann" });
    await site.untilIdle();
    const [find] = (await read()).body;
    const [image] = find!.images;
    expect(image).toMatchObject({ ready: true, show: true, error: null });
    expect(image!.width).toBeGreaterThan(0);
    const path = `/api/review/${find!.uuid}/images/${image!.name}`;
    const own = bearer(addReviewKey(site, [find!.rps_key]));
    const other = bearer(addReviewKey(site, []));
    for (const headers of [{ cookie }, own])
      for (const size of ["?size=sm", "?size=webp", ""]) {
        const { headers: got } = await get(path + size, headers);
        expect(got.get("content-type")).toBe("image/webp");
        expect(got.get("cache-control")).toBe("no-store");
      }
    expect(await statusOf(`GET ${path}`, undefined, other)).toBe(404);
    expect(await statusOf(`GET ${path}?size=original`)).toBe(400);
    expect(await statusOf(`GET ${path}x`)).toBe(404);
  });
});

describe("a decision", () => {
  test("shows a find at the place that its finder says, and undo makes everything as it was", async () => {
    addRock(site, 214);
    const key = addWaiting("Pier", { suggestion });
    site.alter("UPDATE rock_posts SET put_aside = 1, no_place = 1");
    const before = state(key);
    const shown = await decide(key, { show: true, use_suggestion: true });
    const published = { show: true, waiting: false, ...spot };
    expect(shown.body).toMatchObject(published);
    expect(state(key)).not.toEqual(before);
    expect(state(key).pins).toHaveLength(1);
    const { undo } = shown.body;
    const undone = await decide(key, { undo });
    expect(undone.body).toMatchObject({ waiting: false, undo: null });
    expect(state(key)).toEqual(before);
    // A repeated undo, whose first answer was lost, changes nothing.
    expect((await decide(key, { undo })).status).toBe(200);
    expect(state(key)).toEqual(before);
  });

  test("is refused once the find has changed, with what has happened", async () => {
    const key = addWaiting();
    const { version } = (await read()).body[0]!;
    site.alter("UPDATE rock_posts SET comment = 'Corrected.'");
    const refusal = async () => {
      const refused = await decide(key, { show: true }, asOf(version));
      expect(refused.status).toBe(409);
      return refused.body.error;
    };
    expect(await refusal()).toBe("This find was changed meanwhile.");
    await decide(key, { show: false });
    expect((await read()).body).toEqual([]);
    expect(await refusal()).toBe(
      "Somebody has decided on this find meanwhile: it is kept hidden.",
    );
    expect(state(key).find).toMatchObject({ show: 0, put_aside: 1 });
  });

  test("can't be taken back after another one, nor with what this site has not signed", async () => {
    const key = addWaiting();
    const other = addWaiting("Bench");
    const { undo } = (await decide(key, { show: true })).body;
    expect((await decide(other, { undo })).status).toBe(400);
    const [text, signature] = undo!.split(".");
    const forged = Buffer.from(
      Buffer.from(text!, "base64url").toString().replace("null", "12"),
    ).toString("base64url");
    for (const wrong of ["", "x", `${forged}.${signature}`, text, `${text}.`])
      expect((await decide(key, { undo: wrong })).status).toBe(400);
    site.alter(
      `UPDATE rock_posts SET latitude = 1, longitude = 1 WHERE rps_key = ${key}`,
    );
    expect((await decide(key, { undo })).status).toBe(409);
    expect(state(key).find).toMatchObject({ show: 1, latitude: 1 });
  });

  test("needs a decision, and a place to use", async () => {
    const key = addWaiting();
    for (const more of [{ undo: "x" }, { use_suggestion: true }])
      expect((await decide(key, { show: true, ...more })).status).toBe(400);
    expect((await decide(key, {})).status).toBe(400);
    expect(state(key).find).toMatchObject({ show: 0, put_aside: 0 });
    const nothing = "POST /api/review/00000000-0000-4000-8000-000000000000";
    expect(await statusOf(nothing, { show: true })).toBe(404);
  });
});

describe("the key of a daily mail", () => {
  test("opens the finds of its mail alone, without their senders' addresses", async () => {
    const sender = { name: "Ann", email: "a@b.org" };
    const key = addWaiting("In the mail", sender);
    const other = addWaiting("Not in it", sender);
    const headers = bearer(addReviewKey(site, [key]));
    const mine = await read("", headers);
    expect(mine.body.map(({ location }) => location)).toEqual(["In the mail"]);
    expect(mine.headers.get("total-count")).toBe("1");
    expect(mine.body[0]!.name).toBe("Ann");
    expect(JSON.stringify(mine.body)).not.toContain("a@b.org");
    expect((await read(`?uuid=${uuidOf(other)}`, headers)).body).toEqual([]);
    expect((await decide(other, { show: true }, headers)).status).toBe(404);
    const { undo } = (await decide(key, { show: true }, headers)).body;
    expect((await read("", headers)).body).toEqual([]);
    await decide(key, { undo }, headers);
    expect((await read("", headers)).body).toHaveLength(1);
  });

  test("doesn't work when it is wrong, or older than seven days", async () => {
    const key = addWaiting();
    const expired = addReviewKey(site, [key], "2026-01-01T00:00:00.000Z");
    for (const wrong of [expired, "x", ""]) {
      expect((await read("", bearer(wrong))).status).toBe(401);
      const decided = await decide(key, { show: true }, bearer(wrong));
      expect(decided.status).toBe(401);
    }
    // Not even beside the admin's session, so that a link never does more than it says.
    expect((await read("", { cookie, ...bearer("x") })).status).toBe(401);
    expect(state(key).find).toMatchObject({ show: 0 });
  });
});

test("the key of a mail ends with the password @soak", async () => {
  await useOwnSite();
  const headers = bearer(addReviewKey(site, [addWaiting()]));
  for (const [env, status] of [
    [{}, 200],
    [{ ADMIN_PASSWORD: "another one, which is long" }, 401],
  ] as const) {
    await site.restart(env);
    expect((await read("", headers)).status).toBe(status);
  }
});
