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
import type { Album, Photo } from "#domain/albums/answers.ts";
import { fixture } from "#tests/fixtures/index.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { doJob, startJob } from "#tests/setup/calls/jobs.ts";
import { expectSums } from "#tests/setup/check/expect-sums.ts";
import { cookie, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();

/** Copies a fixture into an album, as an operator would. */
async function put(place: string, name: string) {
  const file = site.inStore("albums", place);
  await mkdir(path.dirname(file), { recursive: true });
  await copyFile(fixture(name), file);
}

const sync = () => doJob(site, cookie, "/api/albums/sync");

async function get<T>(address: string, headers: HeadersInit = { cookie }) {
  const answer = await site.fetch(address, { headers });
  return (await answer.json()) as T;
}
const albums = () => get<Album[]>("/api/albums");
async function photosOf(name: string) {
  const album = (await albums()).find((album) => album.name === name)!;
  return get<Photo[]>(`/api/albums/${album.pa_key}/photos`);
}

/** Every row of albums and photos, and every file with its modification time. */
async function everything() {
  const folder = site.inStore("albums");
  const files = filesBelow(folder);
  const stats = await Promise.all(
    files.map((file) => stat(path.join(folder, file))),
  );
  return {
    albums: site.query("SELECT * FROM albums"),
    photos: site.query("SELECT * FROM photos"),
    files: files.map((file, n) => [file, stats[n]!.mtimeMs]),
  };
}

test("folders that were copied into the store become hidden albums with their photos, at the end", async () => {
  await put("sea/orientation-6.jpg", "orientation-6.jpg");
  await put("sea/plain.png", "plain.png");
  const { status, body } = await startJob(site, cookie, "/api/albums/sync");
  expect(status).toBe(202);
  expect(body).toEqual({
    message: expect.any(String),
    job_id: expect.any(String),
  });
  expect(await sync()).toMatchObject({ state: "succeeded" });
  expect(await albums()).toMatchObject([
    {
      name: "sea",
      show: false,
      count: 2,
      first_image_name: expect.any(String),
    },
  ]);
  expect(await photosOf("sea")).toMatchObject([
    {
      name: "orientation-6.webp",
      width: 1500,
      height: 2000,
      date: "2024-05-17",
      show: true,
    },
    { name: "plain.webp", width: 400, height: 300, date: null, show: true },
  ]);
  expect(await get("/api/albums", {})).toEqual([]);

  await put("autumn/photo.webp", "photo.webp");
  expect(await sync()).toMatchObject({ message: "1 image made", total: 1 });
  const [sea, autumn] = await albums();
  expect(autumn).toMatchObject({ name: "autumn", show: false, count: 1 });
  expect(autumn!.order_num).toBeGreaterThan(sea!.order_num);
  expect(filesBelow(site.inStore("albums/autumn"))).toEqual([
    "photo.webp",
    "webp/photo.webp",
    "webp300x300/photo.webp",
    "webp640/photo.webp",
  ]);
});

test("syncing again changes nothing", async () => {
  await site.untilIdle();
  const before = await everything();
  expect(await sync()).toMatchObject({
    state: "succeeded",
    total: 0,
    message: "0 images made",
  });
  expect(await everything()).toEqual(before);
});

test("a new photo comes last, whatever its name", async () => {
  await put("sea/a.jpg", "progressive.jpg");
  expect((await sync()).message).toBe("1 image made");
  expect((await photosOf("sea")).map(({ name }) => name)).toEqual([
    "orientation-6.webp",
    "plain.webp",
    "a.webp",
  ]);
});

test("two files of the same stem are two photos", async () => {
  await put("twins/sea.jpg", "orientation-6.jpg");
  await put("twins/sea.png", "plain.png");
  await put("twins/SEA.JPG", "progressive.jpg");
  expect((await sync()).message).toBe("3 images made");
  const photos = await photosOf("twins");
  expect(photos.map(({ name, width }) => [name, width])).toEqual([
    ["SEA.webp", 400],
    ["sea.webp", 1500],
    ["sea-png.webp", 400],
  ]);
  const lost = site.inStore("albums/twins/webp/sea-png.webp");
  await rm(lost);
  const again = await doJob(site, cookie, "/api/create-images", {
    path: "media/albums/twins",
  });
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
  expect((await derivative(second!.name)).mtimeMs).toBeGreaterThan(
    before.mtimeMs,
  );
  expect((await derivative(first!.name)).mtimeMs).toBe(untouched.mtimeMs);
  expect((await photosOf("sea")).map(({ p_key }) => p_key)).toContain(
    second!.p_key,
  );
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
  await doJob(site, cookie, "/api/create-images", {
    path: "media/albums",
    regenerate: true,
  });
  expect(sumsOf()).toEqual(before);
  await writeFile(file, bytes);
  await utimes(file, mtime, mtime);
});

test("a file that is gone hides its photo and keeps its row, until it is back", async () => {
  const [photo] = await photosOf("sea");
  const file = site.inStore("albums/sea/orientation-6.jpg");
  const aside = site.inStore("aside.jpg");
  await rename(file, aside);
  expect(await sync()).toMatchObject({ message: "0 images made" });
  expect((await photosOf("sea"))[0]).toEqual({
    ...photo,
    show: false,
    error: "Its file is missing from the album's folder.",
    version: expect.any(String),
  });
  await rename(aside, file);
  await sync();
  expect((await photosOf("sea"))[0]).toEqual(photo);
});

test("an album whose folder is gone keeps its row, and its photos are hidden", async () => {
  await rm(site.inStore("albums/twins"), { recursive: true });
  await sync();
  expect((await albums()).map(({ name }) => name)).toContain("twins");
  expect((await photosOf("twins")).map(({ show }) => show)).toEqual([
    false,
    false,
    false,
  ]);
});

test("what belongs to no album is left alone, and the job names it and says why", async () => {
  const before = await albums();
  const places = [
    ...["photos", "Summer 2024", ".dot", "@eaDir", "autumn/inner"].map(
      (folder) => `${folder}/plain.png`,
    ),
    ...[1, 2, 3, 4, 5].map((n) => `autumn/${n}.dng`),
    ...["note.txt", "clip.MOV", ".hidden.jpg", "Thumbs.db"].map(
      (file) => `autumn/${file}`,
    ),
    "loose.jpg",
  ];
  for (const place of places) await put(place, "plain.png");
  expect(await sync()).toMatchObject({
    state: "succeeded",
    total: 0,
    message:
      "0 images made. Left out: the folder 'Summer 2024' (an album's folder has only a-z and 0-9 in its name, 60 at most), " +
      "'autumn/1.dng', 'autumn/2.dng', 'autumn/3.dng' and 2 more (raw photographs can't be shown; use JPEG or HEIC), " +
      "'autumn/clip.MOV' (films can't be shown), the folder 'autumn/inner' (it is inside of an album), " +
      "'autumn/note.txt' (not a picture that can be shown), 'loose.jpg' (it is in no album's folder), " +
      "the folder 'photos' (the site itself needs that name)",
  });
  expect(await albums()).toEqual(before);
  for (const place of places) await rm(site.inStore("albums", place));
  for (const folder of ["photos", "Summer 2024", "autumn/inner"])
    await rm(site.inStore("albums", folder), { recursive: true });
});

test("pictures that end in .jfif and .jpe are taken, and made again", async () => {
  await put("endings/a.jfif", "progressive.jpg");
  await put("endings/b.JPE", "orientation-6.jpg");
  expect((await sync()).message).toMatch(/^2 images made/);
  const names = (await photosOf("endings")).map(({ name }) => name);
  expect(names).toEqual(["a.webp", "b.webp"]);
  const again = await doJob(site, cookie, "/api/create-images", {
    path: "media/albums/endings",
    regenerate: true,
  });
  expect(again.message).toBe("2 images made");
});

test("a file that is no image has its photo told why, and is tried again once it is one", async () => {
  await put("mixed/a.jpg", "note.jpg");
  await put("mixed/b.jpg", "progressive.jpg");
  const job = await sync();
  expect(job).toMatchObject({
    state: "succeeded",
    message: "1 image made, 1 failed",
    failures: [{ picture: "albums/mixed/a.jpg", error: expect.any(String) }],
  });
  const album = (await albums()).find(({ name }) => name === "mixed")!;
  const open = await site.fetch(`/api/albums/${album.pa_key}/photos`);
  expect(open.status).toBe(404);
  await put("mixed/a.jpg", "progressive.jpg");
  expect((await sync()).message).toBe("1 image made");
  expect(
    site.query("SELECT error FROM photos WHERE error IS NOT NULL"),
  ).toEqual([]);
});

test("a file whose name can be in no address is left out of its album, and named", async () => {
  for (const name of [
    "pier.png",
    "two\nlines\u0007.png",
    `${"l".repeat(196)}.png`,
    ".hidden\n.png",
  ])
    await put(`names/${name}`, "plain.png");
  const listed = async () =>
    (await photosOf("names"))
      .filter(({ show }) => show)
      .map(({ name }) => name);
  const job = await sync();
  expect(job).toMatchObject({
    state: "succeeded",
    message: expect.stringContaining(
      `'names/${"l".repeat(196)}.png', 'names/two\\u{a}lines\\u{7}.png' (its name is too long, or has a character that no address can have)`,
    ),
  });
  expect(await listed()).toEqual(["pier.webp"]);

  // A row that an earlier version may have left: it was listed, but its pictures were never served.
  site.alter(`INSERT INTO photos (pa_key, original_file, name, order_num, ready)
     SELECT pa_key, 'two' || char(10) || 'lines' || char(7) || '.png', 'x.webp', 2, 1 FROM albums WHERE name = 'names'`);
  expect(await listed()).toHaveLength(2);
  await sync();
  expect(await listed()).toEqual(["pier.webp"]);
});
