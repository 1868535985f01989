import { expect, test } from "vitest";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { call, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite({ env: { UPLOAD_LIMITS: "off" } });

const KEY = "0123456789abcdef0123456789abcdef";

async function sendFindWithKey() {
  const answer = await site.sendFind({ ...findFields, find_key: KEY });
  return ((await answer.json()) as { uuid: string }).uuid;
}

const ask = (uuid: string, fields: Record<string, string>) =>
  site.fetch(`/finds/${uuid}.data`, {
    method: "POST",
    body: new URLSearchParams(fields),
  });
const correction = {
  intent: "correct",
  key: KEY,
  rockNumber: "215",
  location: "Crail harbour",
  date: "2026-05-18",
  comment: "It was the other harbour.",
  name: "Ann",
  email: "ann@example.org",
};
const post = (uuid: string) =>
  site.query<Record<string, unknown>>(
    `SELECT rock_number, location, date, comment, name, show, latitude FROM rock_posts WHERE uuid = '${uuid}'`,
  )[0];

test("a find is opened by its key alone, and says nothing without", async () => {
  const uuid = await sendFindWithKey();
  const right = await ask(uuid, { intent: "read", key: KEY });
  expect(right.status).toBe(200);
  expect(await right.text()).toContain("Anstruther");
  for (const key of ["", "f".repeat(32), KEY.toUpperCase(), `${KEY} `]) {
    const wrong = await ask(uuid, { intent: "read", key });
    expect(wrong.status).toBe(404);
    expect(await wrong.text()).not.toContain("Anstruther");
  }
  const page = await site.fetch(`/finds/${uuid}`);
  expect(page.headers.get("cache-control")).toBe("no-store");
  const html = await page.text();
  expect(html).toContain('content="noindex"');
  expect(html).not.toContain("Anstruther");
});

test("a find without a key is opened by none", async () => {
  const answer = await site.sendFind();
  const { uuid } = (await answer.json()) as { uuid: string };
  for (const key of ["", "null", "undefined"])
    expect((await ask(uuid, { intent: "delete", key })).status).toBe(404);
  expect(post(uuid)).toBeDefined();
});

test("correcting a shown find hides it until it is approved again, and keeps its coordinates", async () => {
  const uuid = await sendFindWithKey();
  await site.untilIdle();
  site.alter(
    `UPDATE rock_posts SET show = 1, latitude = 56.2, longitude = -2.7 WHERE uuid = '${uuid}'`,
  );
  expect((await ask(uuid, correction)).status).toBe(200);
  expect(post(uuid)).toEqual({
    rock_number: 215,
    location: "Crail harbour",
    date: "2026-05-18T00:00:00Z",
    comment: "It was the other harbour.",
    name: "Ann",
    show: 0,
    latitude: 56.2,
  });
  expect(filesBelow(`${site.mediaDir}/rocks/215/${uuid}`)).toHaveLength(3);
});

test("a find that its finder corrects waits for the admin's decision again", async () => {
  const uuid = await sendFindWithKey();
  const waiting = () =>
    site.query<{ show: number; put_aside: number }>(
      `SELECT show, put_aside FROM rock_posts WHERE uuid = '${uuid}'`,
    )[0];
  for (const before of ["show = 1", "show = 0, put_aside = 1"]) {
    site.alter(`UPDATE rock_posts SET ${before} WHERE uuid = '${uuid}'`);
    expect((await ask(uuid, correction)).status).toBe(200);
    expect(waiting()).toEqual({ show: 0, put_aside: 0 });
  }
});

test("a find that was closed stays out of the review whatever its finder corrects, until the admin shows it", async () => {
  const uuid = await sendFindWithKey();
  const path = `/api/review/${uuid}`;
  const waiting = async () =>
    (await call("GET /api/review?limit=100")).body.some(
      (find) => find.uuid === uuid,
    );
  for (const wrong of [{ show: true, close: true }, { close: true }])
    expect((await call(`POST ${path}`, wrong)).status).toBe(400);
  const closed = await call<{ undo: string }>(`POST ${path}`, {
    show: false,
    close: true,
  });
  expect(closed.status).toBe(200);
  expect((await ask(uuid, correction)).status).toBe(200);
  expect(post(uuid)).toMatchObject({ location: "Crail harbour", show: 0 });
  expect(await waiting()).toBe(false);

  await call(`POST ${path}`, { show: false });
  await ask(uuid, correction);
  expect(await waiting()).toBe(false);
  await call(`POST ${path}`, { show: true });
  await ask(uuid, correction);
  expect(await waiting()).toBe(true);

  const again = await call<{ undo: string }>(`POST ${path}`, {
    show: false,
    close: true,
  });
  await call(`POST ${path}`, { undo: again.body.undo });
  expect(await waiting()).toBe(true);
});

test("what its finder corrects of a closed find is not published by taking back that it was hidden", async () => {
  const uuid = await sendFindWithKey();
  const path = `/api/review/${uuid}`;
  await call(`POST ${path}`, { show: true });
  const hidden = await call<{ undo: string }>(`POST ${path}`, {
    show: false,
    close: true,
  });
  await ask(uuid, correction);
  const { undo } = hidden.body;
  expect((await call(`POST ${path}`, { undo })).status).toBe(409);
  expect(post(uuid)).toMatchObject({ location: "Crail harbour", show: 0 });
});

test("a find is corrected 20 times a day at most, and its page says so", async () => {
  const uuid = await sendFindWithKey();
  for (let time = 1; time <= 20; time++)
    expect(
      (await ask(uuid, { ...correction, comment: `${time}` })).status,
    ).toBe(200);
  const refused = await ask(uuid, { ...correction, comment: "21" });
  expect(refused.status).toBe(429);
  expect(await refused.text()).toContain("Please try again later.");
  expect(post(uuid)).toMatchObject({ comment: "20" });
  const other = await sendFindWithKey();
  expect((await ask(other, correction)).status).toBe(200);
});

test("a find in the trash is deleted for good by its finder, who alone is told that it is there", async () => {
  const uuid = await sendFindWithKey();
  await site.untilIdle();
  const [{ rps_key }] = site.query<{ rps_key: number }>(
    `SELECT rps_key FROM rock_posts WHERE uuid = '${uuid}'`,
  ) as [{ rps_key: number }];
  const deleted = await call(`DELETE /api/journey-admin/${rps_key}`);
  const trashKey = deleted.headers.get("trash-key");
  const wrong = { key: "f".repeat(32) };
  for (const intent of ["read", "delete"])
    expect((await ask(uuid, { intent, ...wrong })).status).toBe(404);
  const read = await ask(uuid, { intent: "read", key: KEY });
  expect(read.status).toBe(200);
  expect(await read.text()).not.toContain("Anstruther");

  expect((await ask(uuid, { intent: "delete", key: KEY })).status).toBe(200);
  expect((await ask(uuid, { intent: "read", key: KEY })).status).toBe(404);
  const restored = await call(`POST /api/trash/${trashKey}/restore`);
  expect(restored.status).toBe(404);
  expect(site.query("SELECT * FROM trash")).toEqual([]);
  expect(
    site.query(`SELECT * FROM history WHERE rps_key = ${rps_key}`),
  ).toEqual([]);
  expect(
    filesBelow(site.mediaDir).filter((file) => file.includes(uuid)),
  ).toEqual([]);
});

test("a wrong correction, or one with a wrong key, changes nothing", async () => {
  const uuid = await sendFindWithKey();
  const before = post(uuid);
  const wrong = await ask(uuid, { ...correction, location: " " });
  expect(wrong.status).toBe(400);
  expect((await ask(uuid, { ...correction, key: "x" })).status).toBe(404);
  const foreign = await site.fetch(`/finds/${uuid}.data`, {
    method: "POST",
    headers: { Origin: "https://a.example" },
    body: new URLSearchParams(correction),
  });
  expect(foreign.status).toBe(403);
  expect(post(uuid)).toEqual(before);
});

test("a deleted find is gone whole, files and all", async () => {
  const uuid = await sendFindWithKey();
  await site.untilIdle();
  expect((await ask(uuid, { intent: "delete", key: KEY })).status).toBe(200);
  expect(post(uuid)).toBeUndefined();
  expect(
    filesBelow(site.mediaDir).filter((file) => file.includes(uuid)),
  ).toEqual([]);
  expect((await ask(uuid, { intent: "read", key: KEY })).status).toBe(404);
});

test("the key is in no log and in no row", () => {
  expect(site.lines.join("\n")).not.toContain(KEY);
  expect(JSON.stringify(site.query("SELECT * FROM rock_posts"))).not.toContain(
    KEY,
  );
});
