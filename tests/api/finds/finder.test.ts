import { beforeEach, describe, expect, test } from "vitest";
import { asFinder, readAsFinder } from "#tests/setup/calls/find-calls.ts";
import { FIND_KEY, ownFields } from "#tests/setup/calls/site-calls.ts";
import { bearer } from "#tests/setup/calls/review-calls.ts";
import { filesBelow } from "#tests/setup/files.ts";
import {
  call,
  get,
  setUpSite,
  site,
  statusAt,
} from "#tests/setup/vitest/site.ts";

setUpSite();

const WRONG = "f".repeat(32);
const wrongKeys = ["", WRONG, `${FIND_KEY}0`, FIND_KEY.toUpperCase()];

async function sendFindWithKey(find_key = FIND_KEY) {
  const { uuid, images } = await site.addFind({ ...ownFields, find_key });
  await site.untilIdle();
  return { uuid, image: images[0]! };
}
type Find = Awaited<ReturnType<typeof sendFindWithKey>>;

const rowOf = ({ uuid }: Find) =>
  site.query<Record<string, unknown>>(
    `SELECT * FROM rock_posts WHERE uuid = '${uuid}'`,
  )[0];
const filesOf = ({ uuid }: Find) =>
  filesBelow(site.mediaDir).filter((file) => file.includes(uuid));
const statusOfReading = async (find: Find, key?: string) =>
  (await readAsFinder(find, key)).status;

const correction = {
  intent: "correct",
  location: "Crail harbour",
  comment: "It was the other harbour.",
  name: "Ann",
  rockNumber: "215",
  date: "2026-05-18",
  email: "ann@example.org",
};

describe("a find", () => {
  let find: Find;
  beforeEach(async () => {
    find = await sendFindWithKey();
  });
  const send = async (fields: Record<string, string>) =>
    (await asFinder(find, fields)).status;
  const decide = (decision: object) =>
    call<{ undo: string }>(`POST /api/review/${find.uuid}`, decision);
  const closed = { show: false, close: true };

  test("and its pictures are opened by its key alone, and nothing else is", async () => {
    const getImage = (path: string, key = FIND_KEY) =>
      get(`/api/finds/${path}`, bearer(key));
    const { uuid, image } = find;
    expect(await (await readAsFinder(find)).text()).toContain("Anstruther");
    for (const kind of ["sm", "webp"]) {
      const { status, headers } = await getImage(
        `${uuid}/${kind}/${image}.webp`,
      );
      expect(status).toBe(200);
      expect(headers.get("content-type")).toBe("image/webp");
      expect(headers.get("cache-control")).toBe("private, no-store");
      const media = `/media/rocks/214/${uuid}/${kind}/${image}.webp`;
      expect(await statusAt(media)).toBe(404);
    }
    for (const key of wrongKeys) {
      const wrong = await readAsFinder(find, key);
      expect(wrong.status).toBe(404);
      expect(await wrong.text()).not.toContain("Anstruther");
      const picture = await getImage(`${uuid}/sm/${image}.webp`, key);
      expect(picture.status).toBe(404);
    }
    const other = await sendFindWithKey(WRONG);
    const [original = ""] = filesOf(find).filter((file) =>
      file.includes("/original/"),
    );
    const file = original.split("/").at(-1)!;
    for (const path of [
      `${uuid}/sm/${other.image}.webp`,
      `${other.uuid}/sm/${other.image}.webp`,
      `${uuid}/original/${file}`,
      `${uuid}/original/${file.replace(/\.\w+$/, "")}.webp`,
      `${uuid}/sm/..%2F..%2F${other.uuid}%2Fsm%2F${other.image}.webp`,
    ])
      expect((await getImage(path)).status).toBe(404);
    const page = await get(`/finds/${uuid}`);
    expect(page.headers.get("cache-control")).toBe("no-store");
    const html = await page.text();
    expect(html).toContain('content="noindex"');
    expect(html).not.toContain("Anstruther");
    // The key is in no log and in no row.
    expect(site.lines.join("\n")).not.toContain(FIND_KEY);
    expect(JSON.stringify(rowOf(find))).not.toContain(FIND_KEY);
  });

  test("that was closed stays out of the review whatever its finder corrects, until the admin shows it or takes it back", async () => {
    const isWaiting = async () =>
      (await call("GET /api/review?limit=100")).body.some(
        ({ uuid }) => uuid === find.uuid,
      );
    for (const wrong of [{ show: true, close: true }, { close: true }])
      expect((await decide(wrong)).status).toBe(400);
    for (const [decision, waits] of [
      [closed, false],
      [{ show: false }, false],
      [{ show: true }, true],
    ] as const) {
      expect((await decide(decision)).status).toBe(200);
      expect(await send(correction)).toBe(200);
      expect(rowOf(find)).toMatchObject({ location: "Crail harbour", show: 0 });
      expect(await isWaiting()).toBe(waits);
    }
    const { undo } = (await decide(closed)).body;
    await decide({ undo });
    expect(await isWaiting()).toBe(true);
  });

  test("is corrected 20 times a day at most, and its page says so", async () => {
    for (let time = 1; time <= 20; time++)
      expect(await send({ ...correction, comment: `${time}` })).toBe(200);
    const refused = await asFinder(find, { ...correction, comment: "21" });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(80_000);
    expect(await refused.text()).toContain("Please try again later.");
    expect(rowOf(find)).toMatchObject({ comment: "20" });
  });

  test("in the trash is deleted for good by its finder, who alone is told that it is there", async () => {
    const rps_key = Number(rowOf(find)!.rps_key);
    const deleted = await call(`DELETE /api/journey-admin/${rps_key}`);
    expect(await send({ intent: "delete", key: WRONG })).toBe(404);
    expect(await statusOfReading(find, WRONG)).toBe(404);
    const read = await readAsFinder(find);
    expect(await read.json()).toEqual({ find: null, can_follow: false });

    expect(await send({ intent: "delete" })).toBe(200);
    expect(await statusOfReading(find)).toBe(404);
    const trashKey = deleted.headers.get("trash-key");
    const restored = await call(`POST /api/trash/${trashKey}/restore`);
    expect(restored.status).toBe(404);
    expect(site.count("trash")).toBe(0);
    expect(site.count(`history WHERE rps_key = ${rps_key}`)).toBe(0);
    expect(filesOf(find)).toEqual([]);
  });

  test("is left alone by a wrong correction or a wrong key, and deleted whole by the right one", async () => {
    const before = rowOf(find);
    expect(await send({ ...correction, location: " " })).toBe(400);
    for (const intent of ["correct", "delete"])
      for (const key of wrongKeys)
        expect(await send({ ...correction, intent, key })).toBe(404);
    expect(rowOf(find)).toEqual(before);
    expect(await send({ intent: "delete" })).toBe(200);
    expect(rowOf(find)).toBeUndefined();
    expect(filesOf(find)).toEqual([]);
    expect(await statusOfReading(find)).toBe(404);
  });

  test("without a key is opened by none", async () => {
    site.alter("UPDATE rock_posts SET find_key_hash = NULL");
    for (const key of ["", "null", "undefined", FIND_KEY])
      expect(await send({ intent: "delete", key })).toBe(404);
    expect(rowOf(find)).toBeDefined();
  });
});

test("the states of several finds come in one answer; one that is deleted or has another key is left out", async () => {
  const first = await sendFindWithKey();
  const second = await sendFindWithKey();
  const deleted = await sendFindWithKey();
  await asFinder(deleted, { intent: "delete" });
  const finds = [
    [second, FIND_KEY] as const,
    [deleted, FIND_KEY] as const,
    [first, WRONG] as const,
    [first, FIND_KEY] as const,
  ].map(([{ uuid }, find_key]) => ({ uuid, find_key }));
  const answer = await call("POST /api/finds/states", { finds }, {});
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const state = { rock_number: 214, date: "2026-05-17", show: false };
  expect(answer.body).toEqual(
    [second, first].map(({ uuid }) => ({ uuid, ...state })),
  );
});
