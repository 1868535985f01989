import { describe, expect, test } from "vitest";
import {
  asFinder,
  FIND_KEY,
  readAsFinder,
} from "#tests/setup/calls/find-calls.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { call, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();

const WRONG = "f".repeat(32);

async function sendFindWithKey(find_key = FIND_KEY) {
  const { uuid, images } = await site.addFind({ ...findFields, find_key });
  await site.untilIdle();
  return { uuid, image: images[0]! };
}

const rowOf = ({ uuid }: { uuid: string }) =>
  site.query<Record<string, unknown>>(
    `SELECT rps_key, rock_number, location, date, comment, name, show, put_aside, latitude FROM rock_posts WHERE uuid = '${uuid}'`,
  )[0];
const filesOf = ({ uuid }: { uuid: string }) =>
  filesBelow(site.mediaDir).filter((file) => file.includes(uuid));

const correction = {
  intent: "correct",
  rockNumber: "215",
  location: "Crail harbour",
  date: "2026-05-18",
  comment: "It was the other harbour.",
  name: "Ann",
  email: "ann@example.org",
};

test("a find is opened by its key alone, and says nothing without", async () => {
  const find = await sendFindWithKey();
  const right = await readAsFinder(find);
  expect(right.status).toBe(200);
  expect(await right.text()).toContain("Anstruther");
  for (const key of [
    "",
    "f".repeat(32),
    FIND_KEY.toUpperCase(),
    `${FIND_KEY}0`,
  ]) {
    const wrong = await readAsFinder(find, key);
    expect(wrong.status).toBe(404);
    expect(await wrong.text()).not.toContain("Anstruther");
  }
  const page = await site.fetch(`/finds/${find.uuid}`);
  expect(page.headers.get("cache-control")).toBe("no-store");
  const html = await page.text();
  expect(html).toContain('content="noindex"');
  expect(html).not.toContain("Anstruther");
});

test("a find without a key is opened by none", async () => {
  const find = await site.addFind();
  for (const key of ["", "null", "undefined"])
    expect((await asFinder(find, { intent: "delete", key })).status).toBe(404);
  expect(rowOf(find)).toBeDefined();
});

test("correcting a shown find hides it until it is approved again, and keeps its coordinates", async () => {
  const find = await sendFindWithKey();
  site.alter(
    `UPDATE rock_posts SET show = 1, latitude = 56.2, longitude = -2.7 WHERE uuid = '${find.uuid}'`,
  );
  expect((await asFinder(find, correction)).status).toBe(200);
  expect(rowOf(find)).toMatchObject({
    rock_number: 215,
    location: "Crail harbour",
    date: "2026-05-18T00:00:00Z",
    comment: "It was the other harbour.",
    name: "Ann",
    show: 0,
    latitude: 56.2,
  });
  expect(filesBelow(site.inStore("rocks/214", find.uuid))).toHaveLength(4);
});

test("a find that its finder corrects waits for the admin's decision again", async () => {
  const find = await sendFindWithKey();
  for (const before of ["show = 1", "show = 0, put_aside = 1"]) {
    site.alter(`UPDATE rock_posts SET ${before} WHERE uuid = '${find.uuid}'`);
    expect((await asFinder(find, correction)).status).toBe(200);
    expect(rowOf(find)).toMatchObject({ show: 0, put_aside: 0 });
  }
});

describe("a find that was closed", () => {
  const decide = ({ uuid }: { uuid: string }, decision: object) =>
    call<{ undo: string }>(`POST /api/review/${uuid}`, decision);
  const closed = { show: false, close: true };

  test("stays out of the review whatever its finder corrects, until the admin shows it", async () => {
    const find = await sendFindWithKey();
    const isWaiting = async () =>
      (await call("GET /api/review?limit=100")).body.some(
        ({ uuid }) => uuid === find.uuid,
      );
    for (const wrong of [{ show: true, close: true }, { close: true }])
      expect((await decide(find, wrong)).status).toBe(400);
    for (const [decision, waits] of [
      [closed, false],
      [{ show: false }, false],
      [{ show: true }, true],
    ] as const) {
      expect((await decide(find, decision)).status).toBe(200);
      expect((await asFinder(find, correction)).status).toBe(200);
      expect(rowOf(find)).toMatchObject({ location: "Crail harbour", show: 0 });
      expect(await isWaiting()).toBe(waits);
    }
    const { undo } = (await decide(find, closed)).body;
    await decide(find, { undo });
    expect(await isWaiting()).toBe(true);
  });

  test("and corrected is not published by taking back that it was hidden", async () => {
    const find = await sendFindWithKey();
    await decide(find, { show: true });
    const { undo } = (await decide(find, closed)).body;
    await asFinder(find, correction);
    expect((await decide(find, { undo })).status).toBe(409);
    expect(rowOf(find)).toMatchObject({ location: "Crail harbour", show: 0 });
  });
});

test("a find is corrected 20 times a day at most, and its page says so", async () => {
  const find = await sendFindWithKey();
  for (let time = 1; time <= 20; time++)
    expect(
      (await asFinder(find, { ...correction, comment: `${time}` })).status,
    ).toBe(200);
  const refused = await asFinder(find, { ...correction, comment: "21" });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(80_000);
  expect(await refused.text()).toContain("Please try again later.");
  expect(rowOf(find)).toMatchObject({ comment: "20" });
  const other = await sendFindWithKey();
  expect((await asFinder(other, correction)).status).toBe(200);
});

test("a find in the trash is deleted for good by its finder, who alone is told that it is there", async () => {
  const find = await sendFindWithKey();
  const { rps_key } = rowOf(find)!;
  const deleted = await call(`DELETE /api/journey-admin/${Number(rps_key)}`);
  const asStranger = { intent: "delete", key: WRONG };
  expect((await asFinder(find, asStranger)).status).toBe(404);
  expect((await readAsFinder(find, WRONG)).status).toBe(404);
  const read = await readAsFinder(find);
  expect(read.status).toBe(200);
  expect(await read.json()).toEqual({ find: null, can_follow: false });

  expect((await asFinder(find, { intent: "delete" })).status).toBe(200);
  expect((await readAsFinder(find)).status).toBe(404);
  const trashKey = deleted.headers.get("trash-key");
  const restored = await call(`POST /api/trash/${trashKey}/restore`);
  expect(restored.status).toBe(404);
  expect(site.count("trash")).toBe(0);
  expect(site.count(`history WHERE rps_key = ${Number(rps_key)}`)).toBe(0);
  expect(filesOf(find)).toEqual([]);
});

test("a wrong correction, or one with a wrong key, changes nothing", async () => {
  const find = await sendFindWithKey();
  const before = rowOf(find);
  const wrong = await asFinder(find, { ...correction, location: " " });
  expect(wrong.status).toBe(400);
  expect((await asFinder(find, { ...correction, key: "x" })).status).toBe(404);
  const foreign = await site.fetch(`/finds/${find.uuid}.data`, {
    method: "POST",
    headers: { Origin: "https://a.example" },
    body: new URLSearchParams({ ...correction, key: FIND_KEY }),
  });
  expect(foreign.status).toBe(403);
  expect(rowOf(find)).toEqual(before);
});

test("a deleted find is gone whole, files and all", async () => {
  const find = await sendFindWithKey();
  expect((await asFinder(find, { intent: "delete" })).status).toBe(200);
  expect(rowOf(find)).toBeUndefined();
  expect(filesOf(find)).toEqual([]);
  expect((await readAsFinder(find)).status).toBe(404);
});

const getImage = (path: string, key?: string) =>
  site.fetch(`/api/finds/${path}`, {
    headers: key ? { Authorization: `Bearer ${key}` } : {},
  });
const askStates = (finds: unknown) =>
  site.fetch("/api/finds/states", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ finds }),
  });

test("a hidden find's pictures are given to its finder, and to nobody without the key", async () => {
  const { uuid, image } = await sendFindWithKey();
  for (const kind of ["sm", "webp"]) {
    const answer = await getImage(`${uuid}/${kind}/${image}.webp`, FIND_KEY);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("image/webp");
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    const media = await site.fetch(
      `/media/rocks/214/${uuid}/${kind}/${image}.webp`,
    );
    expect(media.status).toBe(404);
  }
  for (const key of [undefined, WRONG, `${FIND_KEY}0`, FIND_KEY.toUpperCase()])
    expect((await getImage(`${uuid}/sm/${image}.webp`, key)).status).toBe(404);
});

test("the key opens nothing but the derivatives of its own find", async () => {
  const { uuid } = await sendFindWithKey();
  const other = await sendFindWithKey(WRONG);
  const { original_file } = site.query<{ original_file: string }>(
    `SELECT original_file FROM rock_post_images JOIN rock_posts USING (rps_key) WHERE uuid = '${uuid}'`,
  )[0]!;
  for (const path of [
    `${uuid}/sm/${other.image}.webp`,
    `${other.uuid}/sm/${other.image}.webp`,
    `${uuid}/original/${original_file}`,
    `${uuid}/original/${original_file.replace(/\.\w+$/, "")}.webp`,
    `${uuid}/sm/..%2F..%2F${other.uuid}%2Fsm%2F${other.image}.webp`,
  ])
    expect((await getImage(path, FIND_KEY)).status).toBe(404);
});

test("the states of several finds come in one answer; one that is deleted or has another key is left out", async () => {
  const first = await sendFindWithKey();
  const second = await sendFindWithKey();
  const deleted = await sendFindWithKey();
  await asFinder(deleted, { intent: "delete" });
  const answer = await askStates([
    { uuid: second.uuid, find_key: FIND_KEY },
    { uuid: deleted.uuid, find_key: FIND_KEY },
    { uuid: first.uuid, find_key: WRONG },
    { uuid: first.uuid, find_key: FIND_KEY },
  ]);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const state = { rock_number: 214, date: "2026-05-17", show: false };
  expect(await answer.json()).toEqual([
    { uuid: second.uuid, ...state },
    { uuid: first.uuid, ...state },
  ]);
});

test("a request for states that is no list of finds, or too long, is refused", async () => {
  const { uuid } = await sendFindWithKey();
  const find = { uuid, find_key: FIND_KEY };
  for (const finds of [
    undefined,
    "x",
    [{ uuid }],
    [{ uuid: "x", find_key: FIND_KEY }],
    Array.from({ length: 51 }, () => find),
  ])
    expect((await askStates(finds)).status).toBe(400);
});

test("the key is in no log and in no row", () => {
  expect(site.lines.join("\n")).not.toContain(FIND_KEY);
  expect(JSON.stringify(site.query("SELECT * FROM rock_posts"))).not.toContain(
    FIND_KEY,
  );
});
