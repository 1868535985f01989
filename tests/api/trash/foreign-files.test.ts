import {
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { fixture } from "#tests/fixtures/index.ts";
import { albums, albumWith, photosOf } from "#tests/setup/calls/album-calls.ts";
import { newFind } from "#tests/setup/calls/find-calls.ts";
import { doJob } from "#tests/setup/calls/jobs.ts";
import { newRock } from "#tests/setup/calls/rock-calls.ts";
import { readTrash, remove } from "#tests/setup/calls/trash-calls.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { until } from "#tests/setup/until.ts";
import { cookie, setUpSite, site, statusOf } from "#tests/setup/vitest/site.ts";

setUpSite();

/** What an operator copies into the store while things are in the trash. */

const other = readFileSync(fixture("progressive.jpg"));
const put = (place: string) => writeFileSync(site.inStore(place), other);
const isOther = (place: string) =>
  readFileSync(site.inStore(place)).equals(other);
const deleteForGood = (trashKey: number) =>
  statusOf(`DELETE /api/trash/${trashKey}`);
const sync = () => doJob(site, cookie, "/api/albums/sync");

let album: Awaited<ReturnType<typeof albumWith>>;
let folder: string;
beforeAll(async () => {
  album = await albumWith(["plain.png", "photo.webp"]);
  folder = `albums/${album.album.name}`;
});

test("a file at a trashed photo's place stays when the photo goes for good, and the next sync takes it", async () => {
  const [photo] = album.photos;
  const file = site.column<string>(
    `SELECT original_file FROM photos WHERE p_key = ${photo!.p_key}`,
  )[0]!;
  const trashKey = await remove(`/api/albums/photos/${photo!.p_key}`);
  put(`${folder}/${file}`);
  expect(await deleteForGood(trashKey)).toBe(204);
  expect(isOther(`${folder}/${file}`)).toBe(true);
  expect(existsSync(site.inStore(folder, "webp", photo!.name))).toBe(false);
  await sync();
  const names = (await photosOf(album.album)).map(({ name }) => name);
  expect(names).toHaveLength(2);
  expect(names).not.toContain(photo!.name);
});

test("files in a trashed album's folder stay when the album goes for good, and become an album", async () => {
  const mine = [`${folder}/mine.jpg`, `${folder}/webp/mine.txt`];
  const trashKey = await remove(`/api/albums/${album.album.pa_key}`);
  for (const place of mine) put(place);
  await sync();
  expect(await albums()).toEqual([]);
  expect(await deleteForGood(trashKey)).toBe(204);
  expect(filesBelow(site.inStore(folder)).sort()).toEqual([
    "mine.jpg",
    "webp/mine.txt",
  ]);
  await sync();
  expect(await albums()).toMatchObject([
    { name: album.album.name, show: false, count: 1 },
  ]);
});

test("an album's folder that has no picture left does not become an album again", async () => {
  const { album: own } = await albumWith(["plain.png"]);
  put(`albums/${own.name}/.DS_Store`);
  const trashKey = await remove(`/api/albums/${own.pa_key}`);
  expect(await deleteForGood(trashKey)).toBe(204);
  await sync();
  expect((await albums()).map(({ name }) => name)).not.toContain(own.name);
});

test("of a find and a rock goes what their rows name, and nothing else", async () => {
  const find = await newFind();
  const rock = await newRock({ rock_number: 31, artist_keys: [1] });
  await site.untilTidy();
  const finds = `rocks/214/${find.uuid}`;
  const mine = [
    `${finds}/original/mine.jpg`,
    `${finds}/mine.txt`,
    "catalog/31/original/mine.jpg",
  ];
  const ofFind = await remove(`/api/journey-admin/${find.rps_key}`);
  const ofRock = await remove(`/api/rocks/${rock.rc_key}`);
  for (const place of mine) put(place);
  for (const key of [ofFind, ofRock])
    expect(await deleteForGood(key)).toBe(204);
  expect(await readTrash()).toEqual([]);
  const left = [finds, "catalog/31"].flatMap((place) =>
    filesBelow(site.inStore(place)).map((file) => `${place}/${file}`),
  );
  expect(left.sort()).toEqual(mine.sort());
});

test("a photo in the trash that was never read goes if its file is still the one that was deleted", async () => {
  const { album: own, photos } = await albumWith(["plain.png", "photo.webp"]);
  const files = photos.map(
    ({ p_key }) =>
      site.column<string>(
        `SELECT original_file FROM photos WHERE p_key = ${p_key}`,
      )[0]!,
  );
  const places = files.map((file) => site.inStore("albums", own.name, file));
  site.alter("UPDATE photos SET sha256 = NULL, bytes = NULL, mtime_ms = NULL");
  const keys: number[] = [];
  for (const { p_key } of photos)
    keys.push(await remove(`/api/albums/photos/${p_key}`));
  // The same bytes, put there again later.
  const bytes = readFileSync(places[1]!);
  rmSync(places[1]!);
  const [last] = site.column<string>("SELECT max(deleted_dt) FROM trash");
  // The disk's clock is coarser than the site's.
  await until(() => {
    writeFileSync(places[1]!, bytes);
    return statSync(places[1]!).ctimeMs > Date.parse(last!);
  });
  for (const key of keys) expect(await deleteForGood(key)).toBe(204);
  expect(places.map((place) => existsSync(place))).toEqual([false, true]);
});
