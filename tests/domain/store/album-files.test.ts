import { symlink } from "node:fs/promises";
import { expect, test } from "vitest";
import { write } from "#db/write.server.ts";
import {
  applyAlbumFiles,
  describeLeftOut,
} from "#domain/albums/album-sync.server.ts";
import { isPictureFile } from "#core/limits.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { requireStore } from "#domain/store/identity.server.ts";
import { isAlbumOriginal, isOperatorFile } from "#domain/store/parse-paths.ts";
import { listAlbumFiles } from "#domain/store/scan.server.ts";
import { writeInStore } from "#tests/setup/own-store.ts";
import { readColumn, runSql } from "#tests/setup/rows.ts";

const put = (place: string) =>
  writeInStore(`albums/${place}`, Buffer.from("x"));

test("pictures of every ending are an album's originals, wherever that is asked", () => {
  const endings = "jpg JPEG jpe jfif png webp gif avif heic heif hif tif tiff";
  for (const ending of endings.split(" ")) {
    const place = `albums/sea/a.${ending}`;
    expect(isPictureFile(`a.${ending}`), ending).toBe(true);
    expect(isOperatorFile(place), ending).toBe(true);
    expect(isAlbumOriginal(place), ending).toBe(true);
  }
});

test("what an album's folder can't show is listed with its reason, and what systems leave there isn't", async () => {
  const long = `${"l".repeat(196)}.png`;
  for (const file of [
    ...["pier.jfif", "webp/pier.webp", "more/pier.jpg", "clip.mp4"],
    ...["@eaDir/pier.jpg", ".DS_Store", "two\nlines.png", long],
  ])
    put(`sea/${file}`);
  put("Summer 2024/pier.jpg");
  await symlink("nowhere", onDisk("albums/sea/gone.jpg"));
  await symlink("sea", onDisk("albums/shore"));
  const { albums, leftOut } = await listAlbumFiles();
  expect(albums).toMatchObject([
    { name: "sea", files: [{ file: "pier.jfif", bytes: 1 }] },
  ]);
  const folder =
    "an album's folder has only a-z and 0-9 in its name, 60 at most";
  const name =
    "its name is too long, or has a character that no address can have";
  expect(leftOut).toEqual([
    { path: "Summer 2024/", why: folder },
    { path: "sea/clip.mp4", why: "films can't be shown" },
    { path: "sea/gone.jpg", why: "it can't be read" },
    { path: `sea/${long}`, why: name },
    { path: "sea/more/", why: "it is inside of an album" },
    { path: "sea/two\nlines.png", why: name },
    { path: "shore", why: "links are not followed" },
  ]);
});

test("many that are left out for one reason are counted, and signs that can't be seen are escaped", () => {
  const films = Array.from({ length: 15 }, (_, n) => ({
    path: `sea/${n}.mov`,
    why: "films can't be shown",
  }));
  expect(describeLeftOut([])).toBe("");
  expect(
    describeLeftOut([
      ...films,
      { path: "a\n\u202eb/", why: "its name" },
      { path: "c/", why: "its name" },
    ]),
  ).toBe(
    "Left out: 'sea/0.mov', 'sea/1.mov', 'sea/2.mov' and 12 more (films can't be shown), 'a\\u{a}\\u{202e}b/', 'c/' (its name)",
  );
});

test("the file of a photo in the trash, which lies in its album's folder is left alone, and reported as such", async () => {
  requireStore();
  put("trashed/pier.jpg");
  runSql(
    `INSERT INTO trash (kind, key, label, rows, files, deleted_dt, expires_hour)
     VALUES ('photo', 1, 'pier', '{}', '["albums/trashed/pier.jpg"]', '2026-05-17', 720)`,
  );
  const found = (await listAlbumFiles()).albums.filter(
    ({ name }) => name === "trashed",
  );
  const { pictures, leftOut } = write((tx) => applyAlbumFiles(tx, found));
  expect(pictures).toEqual([]);
  expect(readColumn("SELECT name FROM photos")).toEqual([]);
  expect(readColumn("SELECT name FROM albums")).toEqual(["trashed"]);
  expect(leftOut).toEqual([{ path: "trashed/pier.jpg", why: "in the trash" }]);
});
