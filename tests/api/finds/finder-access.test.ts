import { expect, test } from "vitest";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();

const KEY = "fedcba98765432100123456789abcdef";
const WRONG = "0".repeat(32);

async function sendFindWithKey(find_key = KEY) {
  const answer = await site.sendFind({ ...findFields, find_key });
  const sent = (await answer.json()) as { uuid: string; images: string[] };
  await site.untilIdle();
  return { uuid: sent.uuid, image: sent.images[0]! };
}

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
    const answer = await getImage(`${uuid}/${kind}/${image}.webp`, KEY);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("image/webp");
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    const media = await site.fetch(
      `/media/rocks/214/${uuid}/${kind}/${image}.webp`,
    );
    expect(media.status).toBe(404);
  }
  for (const key of [undefined, WRONG, `${KEY}0`, KEY.toUpperCase()])
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
    expect((await getImage(path, KEY)).status).toBe(404);
});

test("the states of several finds come in one answer; one that is deleted or has another key is left out", async () => {
  const first = await sendFindWithKey();
  const second = await sendFindWithKey();
  const deleted = await sendFindWithKey();
  await site.fetch(`/finds/${deleted.uuid}.data`, {
    method: "POST",
    body: new URLSearchParams({ intent: "delete", key: KEY }),
  });
  const answer = await askStates([
    { uuid: second.uuid, find_key: KEY },
    { uuid: deleted.uuid, find_key: KEY },
    { uuid: first.uuid, find_key: WRONG },
    { uuid: first.uuid, find_key: KEY },
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
  const find = { uuid, find_key: KEY };
  for (const finds of [
    undefined,
    "x",
    [{ uuid }],
    [{ uuid: "x", find_key: KEY }],
    Array.from({ length: 51 }, () => find),
  ])
    expect((await askStates(finds)).status).toBe(400);
});

test("no log has a key", () => {
  expect(site.lines.join("\n")).not.toContain(KEY);
});
