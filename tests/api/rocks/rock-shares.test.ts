import { existsSync, readdirSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import sharp from "sharp";
import { beforeEach, expect, test } from "vitest";
import {
  addPosts,
  addRocks,
  emptyRocks,
  keyOfPost,
} from "#tests/setup/calls/rocks.ts";
import { until } from "#tests/setup/until.ts";
import {
  send,
  get,
  setUpSite,
  site,
  statusAt,
  textAt,
} from "#tests/setup/vitest/site.ts";

setUpSite();
beforeEach(() => emptyRocks(site));

async function sharedPicture(rock: number, query = "") {
  const html = await textAt(`/rocks/${rock}${query}`);
  const [, address] = /property="og:image" content="([^"]+)"/.exec(html)!;
  return address!.replace(site.baseURL, "").replace("&amp;", "&");
}

async function drawnPicture(rock: number, query?: string) {
  const address = await sharedPicture(rock, query);
  await site.untilIdle();
  return address;
}

const toggle = (what: string) =>
  send(`POST /api/journey-admin/${what}/toggle-show`);

const drawnFiles = (rock: number) => {
  const folder = site.inStore("shares", String(rock));
  return existsSync(folder) ? readdirSync(folder) : [];
};
/** Old pictures are removed a moment after their job has ended. */
const untilDrawn = (rock: number, files: number) =>
  until(() => drawnFiles(rock).length === files);

test("/rocks/N names its share picture, whose address leads to the newest photograph until it is drawn", async () => {
  const [uuid] = await addPosts(site, [
    { rock: 31, at: [50, 1], pictures: 1 },
    { rock: 31, at: [51, 2] },
  ]);
  // Asks for it first, because that starts its drawing.
  const standIn = await get("/share/rocks/31.jpg");
  expect(standIn.headers.get("location")).toBe(
    `/media/rocks/31/${uuid}/webp/p1.webp`,
  );
  expect(standIn.headers.get("cache-control")).toBe("no-store");
  const page = await get("/rocks/31");
  const address = await sharedPicture(31);
  expect(address).toMatch(/^\/share\/rocks\/31\.jpg\?v=[0-9a-f]{16}$/);
  await site.untilIdle();
  // The page stays the same when the picture is drawn.
  expect((await get("/rocks/31")).headers.get("etag")).toBe(
    page.headers.get("etag"),
  );
  const answer = await get(address);
  expect(answer.headers.get("content-type")).toBe("image/jpeg");
  expect(answer.headers.get("cache-control")).toBe("no-cache");
  const size = { format: "jpeg", width: 1200, height: 630 };
  const drawn = await sharp(await answer.bytes()).metadata();
  expect(drawn).toMatchObject(size);

  // A hidden or unknown rock has no share picture, nor has one without finds, and no other file name works.
  await addPosts(site, [{ rock: 36, show: false, pictures: 1 }]);
  addRocks(site, [[37]]);
  for (const name of ["36.jpg", "37.jpg", "38.jpg", "x.jpg", "031.jpg", "31"])
    expect(await statusAt(`/share/rocks/${name}`), name).toBe(404);
});

test("a find or photograph that is shown or hidden makes the picture another at once, and of the old one nothing is kept", async () => {
  const [first, second] = await addPosts(site, [
    { rock: 32, at: [50, 1], pictures: 1 },
    { rock: 32, date: "2026-06-01", at: [51, 2], pictures: 1, show: false },
  ]);
  const before = await drawnPicture(32);
  const toggleSecond = () => toggle(String(keyOfPost(second!)));
  const standIn = async () => (await get(before)).headers.get("location");
  await toggleSecond();
  expect(await standIn()).toBe(`/media/rocks/32/${second}/webp/p1.webp`);
  expect(await drawnPicture(32)).not.toBe(before);
  await untilDrawn(32, 1);
  await toggleSecond();
  expect(await drawnPicture(32)).toBe(before);
  await untilDrawn(32, 1);

  const [image] = site.query<{ rpi_key: number }>(
    `SELECT rpi_key FROM rock_post_images WHERE rps_key = ${keyOfPost(first!)}`,
  );
  await toggle(`images/${image!.rpi_key}`);
  expect(await standIn()).toBe("/share.jpg");
  await site.untilIdle();
  await until(() => !drawnFiles(32).includes(`${before.split("v=")[1]}.jpg`));
  await send(`DELETE /api/journey-admin/${keyOfPost(first!)}`);
  expect(drawnFiles(32)).toEqual([]);
  expect(await statusAt(before)).toBe(404);
});

test("a picture is in the language of its page, and old ones of every language are removed @soak", async () => {
  const [, second] = await addPosts(site, [
    { rock: 41, at: [50, 1], pictures: 1 },
    { rock: 41, date: "2026-06-01", at: [51, 2], show: false },
  ]);
  const own = await drawnPicture(41);
  const arabic = await drawnPicture(41, "?lang=ar");
  expect(arabic).toMatch(/^\/share\/rocks\/41\.jpg\?v=[0-9a-f]{16}&lang=ar$/);
  const bytesOf = async (address: string) => (await get(address)).bytes();
  const english = await bytesOf(own);
  expect(await bytesOf(arabic)).not.toEqual(english);
  for (const address of ["/share/rocks/41.jpg", "/share/rocks/41.jpg?lang=xx"])
    expect(await bytesOf(address)).toEqual(english);
  expect(drawnFiles(41)).toHaveLength(2);

  await toggle(String(keyOfPost(second!)));
  await drawnPicture(41, "?lang=ja");
  await untilDrawn(41, 1);
});

test("a picture waits for what it shows, and one that can't be drawn is tried once @soak", async () => {
  const [uuid] = await addPosts(site, [{ rock: 39, pictures: 1 }]);
  const photo = site.inStore("rocks", "39", uuid!, "webp", "p1.webp");
  await rm(photo);
  site.alter("DELETE FROM jobs");
  const states = () => site.query("SELECT state FROM jobs");
  for (const [bytes, jobs] of [
    [undefined, []],
    ["damaged", [{ state: "failed" }]],
  ] as const) {
    if (bytes) await writeFile(photo, bytes);
    const { headers } = await get(await sharedPicture(39));
    expect(headers.get("location")).toBe(
      `/media/rocks/39/${uuid}/webp/p1.webp`,
    );
    await site.untilIdle();
    expect(states()).toEqual(jobs);
  }
});
