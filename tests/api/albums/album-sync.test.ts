import { statSync } from "node:fs";
import {
  copyFile,
  mkdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { fixture } from "#tests/fixtures/index.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { doJob } from "#tests/setup/calls/jobs.ts";
import { expectSums } from "#tests/setup/check/expect-sums.ts";
import {
  albums,
  photosOf as photosIn,
} from "#tests/setup/calls/album-calls.ts";
import {
  call,
  cookie,
  setUpSite,
  site,
  statusAt,
} from "#tests/setup/vitest/site.ts";

setUpSite();

async function put(place: string, name: string) {
  const file = site.inStore("albums", place);
  await mkdir(path.dirname(file), { recursive: true });
  await copyFile(fixture(name), file);
}

const sync = () => doJob(site, cookie, "/api/albums/sync");

const photosOf = async (name: string) =>
  photosIn((await albums()).find((album) => album.name === name)!);
const namesOf = async (album: string) =>
  (await photosOf(album)).map(({ name }) => name);

/** Every row of albums and photos, and every file with its modification time. */
const everything = () => [
  site.query("SELECT * FROM albums"),
  site.query("SELECT * FROM photos"),
  filesBelow(site.inStore("albums")).map((file) => [
    file,
    statSync(site.inStore("albums", file)).mtimeMs,
  ]),
];

test("folders that were copied into the store become hidden albums with their photos, at the end", async () => {
  await put("sea/pier.jpg", "progressive.jpg");
  await put("sea/plain.png", "plain.png");
  expect((await call("POST /api/albums/sync")).status).toBe(202);
  expect(await sync()).toMatchObject({ state: "succeeded" });
  expect(await albums()).toMatchObject([
    { name: "sea", show: false, count: 2, first_image_name: "pier.webp" },
  ]);
  expect(await photosOf("sea")).toMatchObject([
    { name: "pier.webp", show: true },
    { name: "plain.webp", width: 400, height: 300, date: null, show: true },
  ]);
  expect(await albums({})).toEqual([]);

  const PHOTO = "photo.webp";
  await put(`autumn/${PHOTO}`, PHOTO);
  expect(await sync()).toMatchObject({ message: "1 image made", total: 1 });
  const [sea, autumn] = await albums();
  expect(autumn).toMatchObject({ name: "autumn", show: false, count: 1 });
  expect(autumn!.order_num).toBeGreaterThan(sea!.order_num);
  const made = filesBelow(site.inStore("albums/autumn"));
  const kinds = ["webp", "webp300x300", "webp640"];
  expect(made).toEqual(["", ...kinds].map((kind) => path.join(kind, PHOTO)));
  // Another sync changes nothing.
  const before = everything();
  expect(await sync()).toMatchObject({ total: 0, message: "0 images made" });
  expect(everything()).toEqual(before);
});

test("a new photo comes last, whatever its name, and two files of the same stem are two photos", async () => {
  await put("sea/a.jpg", "progressive.jpg");
  await put("twins/sea.jpg", "greyscale.jpg");
  await put("twins/sea.png", "plain.png");
  await put("twins/SEA.JPG", "progressive.jpg");
  expect((await sync()).message).toBe("4 images made");
  expect(await namesOf("sea")).toEqual(["pier.webp", "plain.webp", "a.webp"]);
  const twins = ["SEA.webp", "sea.webp", "sea-png.webp"];
  expect(await namesOf("twins")).toEqual(twins);
  const lost = site.inStore("albums/twins/webp/sea-png.webp");
  await rm(lost);
  const folder = { path: "media/albums/twins" };
  const again = await doJob(site, cookie, "/api/create-images", folder);
  expect(again.message).toBe("1 image made");
  expect((await stat(lost)).size).toBeGreaterThan(0);
});

test("a file that was changed is made again, and only that", async () => {
  const [first, second] = await photosOf("sea");
  const derivative = (name: string) =>
    stat(site.inStore("albums/sea/webp", name));
  const before = await derivative(second!.name);
  const untouched = await derivative(first!.name);
  await put("sea/plain.png", "alpha.png");
  const later = new Date(Date.now() + 60_000);
  await utimes(site.inStore("albums/sea/plain.png"), later, later);
  expect(await sync()).toMatchObject({ total: 1, message: "1 image made" });
  const after = await derivative(second!.name);
  expect(after.mtimeMs).toBeGreaterThan(before.mtimeMs);
  expect((await derivative(first!.name)).mtimeMs).toBe(untouched.mtimeMs);
  expect((await photosOf("sea"))[1]!.p_key).toBe(second!.p_key);
  expectSums("photos");
});

test("a file that is damaged keeps the checksum of its last sync, even if its picture is made again", async () => {
  const sumsOf = () => site.query("SELECT p_key, sha256 FROM photos");
  const before = sumsOf();
  const file = site.inStore("albums/sea/plain.png");
  const [bytes, { mtime }] = [await readFile(file), await stat(file)];
  await writeFile(file, Buffer.concat([bytes.subarray(0, -1), Buffer.of(1)]));
  await utimes(file, mtime, mtime);
  await sync();
  const again = { path: "media/albums/sea", regenerate: true };
  await doJob(site, cookie, "/api/create-images", again);
  expect(sumsOf()).toEqual(before);
  await writeFile(file, bytes);
  await utimes(file, mtime, mtime);
});

test("a file that is gone hides its photo and keeps its row, until it is back, and so does a folder with its album's", async () => {
  const [photo] = await photosOf("sea");
  const before = await photosOf("twins");
  const places = ["albums/sea/pier.jpg", "albums/twins"].map((place) =>
    site.inStore(place),
  );
  const aside = (n: number) => site.inStore(`aside-${n}`);
  for (const [n, place] of places.entries()) await rename(place, aside(n));
  expect(await sync()).toMatchObject({ message: "0 images made" });
  expect((await photosOf("sea"))[0]).toEqual({
    ...photo,
    show: false,
    error: "Its file is missing from the album's folder.",
    version: expect.any(String),
  });
  const shown = (await photosOf("twins")).filter(({ show }) => show);
  expect(shown).toEqual([]);
  for (const [n, place] of places.entries()) await rename(aside(n), place);
  await sync();
  expect((await photosOf("sea"))[0]).toEqual(photo);
  expect(await photosOf("twins")).toEqual(before);
});

test("a file that is no image has its photo told why, and is tried again once it is one", async () => {
  await put("mixed/a.jpg", "note.jpg");
  await put("mixed/b.jpg", "progressive.jpg");
  await put("mixed/clip.mp4", "note.jpg");
  expect(await sync()).toMatchObject({
    state: "succeeded",
    message:
      "1 image made, 1 failed. Left out: 'mixed/clip.mp4' (films can't be shown)",
    failures: [{ picture: "albums/mixed/a.jpg", error: expect.any(String) }],
  });
  const album = (await albums()).find(({ name }) => name === "mixed")!;
  expect(await statusAt(`/api/albums/${album.pa_key}/photos`)).toBe(404);
  await put("mixed/a.jpg", "progressive.jpg");
  expect((await sync()).message).toMatch(/^1 image made\. Left out/);
  expect(site.count("photos WHERE error IS NOT NULL")).toBe(0);
});
