import { readFileSync, rmSync, statSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeDb, getDb } from "#db/client.server.ts";
import { onDisk, storeRoot } from "#domain/store/disk.server.ts";
import { isStoreHere } from "#domain/store/identity.server.ts";
import { listNamedFiles } from "#domain/store/named-files.server.ts";
import { settleOldFiles } from "#domain/store/old-files.server.ts";
import { restore } from "#domain/trash/trash.server.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { makeOldDatabase } from "#tests/setup/old-database.ts";
import { emptyOwnStore, writeInStore } from "#tests/setup/own-store.ts";
import { readColumn, runSql } from "#tests/setup/rows.ts";

/** The last migration of a version that moved files. */
const LAST = 15;

const UUID = (n: number) =>
  `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

const FIND = (n: number, rock: number, from: number | null = null) => ({
  ...{ rps_key: n, uuid: UUID(n), rock_number: rock, moving_from: from },
  ...{ location: "Here", date: "2026-05-17T00:00:00Z", comment: "There." },
  ...{ show: 1, precision: 0 },
});
const IMAGE = (key: number, find: number) => ({
  ...{ rpi_key: key, rps_key: find, original_name: "a.jpg" },
  ...{ current_name: `i${key}`, original_file: `i${key}.jpg`, show: 1 },
});
const ROCK = { rc_key: 5, rock_number: 7, original_file: "old.png" };
const ALBUM = { pa_key: 3, name: "sea", order_num: 1 };
const PHOTO = (key: number, album: number, file: string) => ({
  ...{ p_key: key, pa_key: album, original_file: `${file}.jpg` },
  ...{ name: `${file}.webp`, order_num: 1, missing: 0 },
});

const trashed = (
  key: number,
  kind: string,
  of: { key: number; parent?: number },
  rows: object,
) =>
  `INSERT INTO trash (trash_key, kind, key, parent_key, label, rows, deleted_dt, expires_dt)
   VALUES (${key}, '${kind}', ${of.key}, ${of.parent ?? "NULL"}, 'x', '${JSON.stringify(rows)}', '2026-11-01', '2099-01-01');`;

/**
 * A site of the version before: find 1 on its way from rock 4 to 6, image 9 of it in the trash; find 2 in the trash,
 * with image 3 apart; rock 7 in the trash and its number used again; album sea in the trash and its name used again,
 * with photo 8 apart; and in album wood a photo in the trash whose file's name is used again.
 */
const OLD = `
  INSERT INTO rock_posts (rps_key, uuid, rock_number, moving_from, location, date, comment)
  VALUES (1, '${UUID(1)}', 6, 4, 'Here', '2026-05-17T00:00:00Z', 'There.');
  INSERT INTO rock_post_images (rpi_key, rps_key, original_name, current_name, original_file) VALUES (1, 1, 'a.jpg', 'i1', 'i1.jpg');
  INSERT INTO rocks (rc_key, rock_number, original_file) VALUES (6, 7, 'new.png');
  INSERT INTO albums (pa_key, name, order_num) VALUES (1, 'sea', 1), (2, 'wood', 2);
  INSERT INTO photos (p_key, pa_key, original_file, name, order_num) VALUES (1, 2, 'a.jpg', 'a-jpg.webp', 1);
  ${trashed(1, "find-image", { key: 9, parent: 1 }, { rock_post_images: [IMAGE(9, 1)] })}
  ${trashed(2, "find-image", { key: 3, parent: 2 }, { rock_post_images: [IMAGE(3, 2)] })}
  ${trashed(3, "find", { key: 2 }, { rock_posts: [FIND(2, 12)], rock_post_images: [IMAGE(2, 2)] })}
  ${trashed(4, "rock", { key: 5 }, { rocks: [ROCK] })}
  ${trashed(5, "photo", { key: 8, parent: 3 }, { photos: [PHOTO(8, 3, "pier")] })}
  ${trashed(6, "album", { key: 3 }, { albums: [ALBUM], photos: [PHOTO(7, 3, "boat")], used_photo_names: [{ album: "sea", name: "boat.webp" }] })}
  ${trashed(7, "photo", { key: 4, parent: 2 }, { photos: [PHOTO(4, 2, "a")] })}
  ${trashed(8, "artist", { key: 99 }, { users: [{ ra_key: 99, display_name: "Ida" }] })}
  INSERT INTO trash_moves VALUES ('rocks/12/${UUID(2)}', 3, '')`;

/** Where that version has the files, and where they belong. */
const FILES: [old: string, now: string][] = [
  [`rocks/4/${UUID(1)}/original/i1.jpg`, `rocks/6/${UUID(1)}/original/i1.jpg`],
  ["trash/1/original/i9.jpg", `rocks/6/${UUID(1)}/original/i9.jpg`],
  ["trash/1/sm/i9.webp", `rocks/6/${UUID(1)}/sm/i9.webp`],
  ["trash/2/original/i3.jpg", `rocks/12/${UUID(2)}/original/i3.jpg`],
  // It was killed before its folder moved.
  [
    `rocks/12/${UUID(2)}/original/i2.jpg`,
    `rocks/12/${UUID(2)}/original/i2.jpg`,
  ],
  ["catalog/7/original/new.png", "catalog/7/original/new.png"],
  ["trash/4/original/old.png", "catalog/7.2/original/old.png"],
  ["trash/4/pin.webp", "catalog/7.2/pin.webp"],
  ["trash/5/pier.jpg", "albums/sea2/pier.jpg"],
  ["trash/6/boat.jpg", "albums/sea2/boat.jpg"],
  ["trash/6/webp/boat.webp", "albums/sea2/webp/boat.webp"],
  ["albums/wood/a.jpg", "albums/wood/a.jpg"],
  ["trash/7/a.jpg", "albums/wood/a-2.jpg"],
  ["trash/7/webp/a.webp", "albums/wood/webp/a.webp"],
];

const readStore = () =>
  filesBelow(storeRoot())
    .filter((file) => !file.startsWith("."))
    .map((file) => [file, readFileSync(onDisk(file), "utf8")]);

beforeEach(() => {
  emptyOwnStore();
  rmSync(onDisk(".store-id"), { force: true });
  makeOldDatabase(LAST, OLD);
  for (const [old, now] of FILES) writeInStore(old, Buffer.from(now));
  expect(isStoreHere()).toBe(true);
});
afterEach(closeDb);

/** Expects each file at its place, and a row that names the place of each original. */
function expectSettled() {
  const places = FILES.map(([, now]) => now).sort();
  expect(readStore()).toEqual(places.map((place) => [place, place]));
  const named = [...listNamedFiles(getDb().$client)].map(({ place }) => place);
  expect(named.sort()).toEqual(
    places.filter((place) => !place.endsWith(".webp")),
  );
}

test("what an earlier version has moved goes back to its place, and all of the trash can be restored", async () => {
  const inodes = FILES.map(([old]) => statSync(onDisk(old)).ino);
  await settleOldFiles();
  expectSettled();
  // Nothing was copied.
  expect(FILES.map(([, now]) => statSync(onDisk(now)).ino)).toEqual(inodes);
  for (const key of [3, 1, 2, 6, 5, 7, 8]) await restore(key);
  await expect(restore(4)).rejects.toThrow(/Another rock has the number 7/);
  runSql("DELETE FROM rocks");
  await restore(4);
  const names = readColumn("SELECT name FROM albums");
  expect(names).toEqual(["sea", "sea2", "wood"]);
});

const NOTES = [
  [`rocks/4/${UUID(1)}`, `rocks/6/${UUID(1)}`],
  ["trash/1", `rocks/6/${UUID(1)}`],
  ["trash/2", `rocks/12/${UUID(2)}`],
  ["trash/4", "catalog/7.2"],
  ["trash/5", "albums/sea2"],
  ["trash/6", "albums/sea2"],
  ["trash/7/a.jpg", "albums/wood/a-2.jpg"],
  ["trash/7", "albums/wood"],
];

test("a kill after any number of files is made good by the next start @soak", async () => {
  await settleOldFiles();
  const moved = FILES.filter(([old, now]) => old !== now);
  for (let left = 1; left <= moved.length; left++) {
    for (const [old, now] of moved.slice(-left)) {
      rmSync(onDisk(now));
      writeInStore(old, Buffer.from(now));
    }
    for (const [from, to] of NOTES)
      runSql(`INSERT INTO old_moves VALUES ('${from}', '${to}')`);
    await settleOldFiles();
    expectSettled();
  }
});
