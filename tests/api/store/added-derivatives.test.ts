import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { fixture } from "#tests/fixtures/index.ts";
import { doJob } from "#tests/setup/calls/jobs.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import {
  cookie,
  get,
  setUpSite,
  site,
  statusAt,
} from "#tests/setup/vitest/site.ts";

// A store of an earlier version has no pictures of the sizes that were added since.

setUpSite();

/** Each added derivative with its fallback. */
let added: [string, string][];

beforeAll(async () => {
  const { uuid, images } = await site.addFind(findFields, [
    "orientation-6.jpg",
  ]);
  // Large enough that every size differs.
  const picture = await sharp(fixture("progressive.jpg"))
    .resize(1500, 1000)
    .toBuffer();
  for (const place of [
    "albums/webp640/shore.jpg",
    "catalog/7/original/a.jpg",
  ]) {
    await mkdir(path.dirname(site.inStore(place)), { recursive: true });
    await writeFile(site.inStore(place), picture);
  }
  site.alter(
    "INSERT INTO rocks (rock_number, original_file) VALUES (7, 'a.jpg'); UPDATE rock_posts SET show = 1",
  );
  await doJob(site, cookie, "/api/albums/sync");
  site.alter("UPDATE albums SET show = 1");
  await createImages();
  await site.untilIdle();
  const find = `rocks/214/${uuid}`;
  added = [
    [`${find}/webp640/${images[0]}.webp`, `${find}/webp/${images[0]}.webp`],
    ["albums/webp640/webp640/shore.webp", "albums/webp640/webp/shore.webp"],
    ["catalog/7/a_xs.webp", "catalog/7/a_sm.webp"],
  ];
});

const bytesOf = async (answer: Response) => Buffer.from(await answer.bytes());
const createImages = () =>
  doJob(site, cookie, "/api/create-images", { path: "media" });
const hide = (isHidden: boolean) =>
  site.alter(
    `UPDATE rock_posts SET show = ${+!isHidden}; UPDATE photos SET show = ${+!isHidden}`,
  );

test("an added derivative is smaller than its fallback, which is sent while it is missing; Create Images makes it", async () => {
  const etags = new Map<string, string | null>();
  for (const [place, fallback] of added) {
    const small = await bytesOf(await get(`/media/${place}`));
    const { width, height } = await sharp(small).metadata();
    expect(Math.max(width, height)).toBeLessThanOrEqual(640);
    await rm(site.inStore(place));
    const answer = await get(`/media/${place}`);
    expect(answer.status, place).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-cache");
    etags.set(place, answer.headers.get("etag"));
    const large = await readFile(site.inStore(fallback));
    expect((await bytesOf(answer)).equals(large), place).toBe(true);
  }

  hide(true);
  for (const [place] of added.slice(0, 2)) {
    expect(await statusAt(`/media/${place}`)).toBe(404);
    const forAdmin = await get(`/media/${place}`, { cookie });
    expect(forAdmin.status).toBe(200);
    expect(forAdmin.headers.get("cache-control")).toBe("private, no-store");
  }
  hide(false);
  for (const none of ["albums/webp640/webp640/none", "catalog/8/a_xs"])
    expect(await statusAt(`/media/${none}.webp`)).toBe(404);

  expect((await createImages()).message).toBe(`${added.length} images made`);
  for (const [place, fallback] of added) {
    const ifChanged = { "If-None-Match": etags.get(place)! };
    const bytes = await bytesOf(await get(`/media/${place}`, ifChanged));
    expect(bytes.equals(await readFile(site.inStore(place))), place).toBe(true);
    const large = await readFile(site.inStore(fallback));
    expect(bytes.equals(large), place).toBe(false);
  }
});
