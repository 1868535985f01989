import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { closeDb } from "#db/client.server.ts";
import { findDamage, openSecondConnection } from "#db/copy.server.ts";
import { getSettings } from "#core/settings.server.ts";
import { changeFind } from "#domain/finds/admin/change-find.server.ts";
import { readManifest, type Manifest } from "#domain/backup/manifest.server.ts";
import { onDisk, storeRoot } from "#domain/store/disk.server.ts";
import { isStoreHere } from "#domain/store/identity.server.ts";
import { listNamedFiles } from "#domain/store/named-files.server.ts";
import {
  findFolder,
  originalIn,
  originalOfPhoto,
} from "#domain/store/paths.ts";
import { filesBelow, sumOf } from "#tests/setup/files.ts";
import * as rows from "#tests/setup/rows.ts";
import { copyEmptyDatabase } from "#tests/setup/vitest/empty-database.ts";

/** The database and the store of a test file, filled without a site. */

export { sumOf };

/** Begins with an empty database and an empty store. */
export function emptyOwnStore() {
  closeDb();
  const { DATABASE_PATH } = getSettings();
  for (const more of ["", "-wal", "-shm"])
    rmSync(DATABASE_PATH + more, { force: true });
  copyEmptyDatabase(DATABASE_PATH);
  rmSync(storeRoot(), { recursive: true, force: true });
  mkdirSync(storeRoot());
  assert.ok(isStoreHere());
}

/** The data of a test that has them in its own process. */
export const ownData = () => ({
  databasePath: path.resolve(getSettings().DATABASE_PATH),
  mediaDir: storeRoot(),
});

/** Writes a file of the store. @returns its checksum */
export function writeInStore(place: string, bytes: Uint8Array | string) {
  mkdirSync(path.dirname(onDisk(place)), { recursive: true });
  writeFileSync(onDisk(place), bytes);
  return sumOf(Buffer.from(bytes));
}

/** Flips a bit of a file, in the store or elsewhere, and keeps its size and times, as a bad disk does. */
export function flipBit(place: string) {
  const file = path.resolve(storeRoot(), place);
  const { atime, mtime } = statSync(file);
  const bytes = readFileSync(file);
  bytes[bytes.length >> 1]! ^= 1;
  writeFileSync(file, bytes);
  utimesSync(file, atime, mtime);
}

/** Adds a find with one picture. */
export function addFind(rock: number, bytes = randomBytes(4000)) {
  const { rps_key, uuid } = rows.addFind({ rock_number: rock });
  const place = originalIn(findFolder(rock, uuid), "a.jpg");
  writeInStore(place, bytes);
  const sha256 = sumOf(bytes);
  rows.addImage(rps_key, { current_name: "a", sha256 });
  return { uuid, rps_key, place, bytes };
}

/** Gives a find another number. */
export const moveFind = (rps_key: number, rock_number: number) =>
  changeFind(
    rps_key,
    {
      rock_number,
      location: "Harbour wall",
      latitude: null,
      longitude: null,
      date: "2026-05-17T00:00:00Z",
      comment: "There it was.",
      name: "",
      email: "",
    },
    () => true,
  );

/** Adds an album with one picture, as the last sync has left it. */
export function addPhoto(album: string, bytes = randomBytes(4000)) {
  const place = originalOfPhoto(album, "a.jpg");
  writeInStore(place, bytes);
  const { size, mtimeMs } = statSync(onDisk(place));
  rows.addPhoto(rows.addAlbum(album).pa_key, {
    ...{ bytes: size, mtime_ms: Math.round(mtimeMs) },
    sha256: sumOf(bytes),
  });
  return place;
}

/**
 * Checks that a folder is a whole snapshot: that it holds what its manifest lists and nothing else, and that its
 * database is sound and names nothing that it lacks, except what the manifest says.
 */
export async function expectWhole(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  assert.deepEqual(
    filesBelow(folder),
    [...manifest.files.map(({ path: name }) => name), "manifest.json"].sort(),
  );
  const sums = new Map<string, string>();
  for (const { path: name, size, sha256 } of manifest.files) {
    const bytes = readFileSync(path.join(folder, name));
    assert.equal(bytes.length, size);
    assert.equal(sumOf(bytes), sha256, name);
    sums.set(name, sha256);
  }
  assert.deepEqual(
    listUnlike(path.join(folder, "site.sqlite"), (place) =>
      sums.get(`media/${place}`),
    ),
    [...manifest.missing, ...manifest.damaged].sort(),
  );
  return manifest;
}

/** Checks that the test's own database is sound, and that its store has everything that it names. */
export function expectOwnStoreWhole() {
  closeDb();
  assert.deepEqual(
    listUnlike(getSettings().DATABASE_PATH, (place) =>
      existsSync(onDisk(place))
        ? sumOf(readFileSync(onDisk(place)))
        : undefined,
    ),
    [],
  );
}

/** The originals that a database names, and that are not there as they were uploaded. */
function listUnlike(
  database: string,
  sumAt: (place: string) => string | undefined,
) {
  const db = openSecondConnection(database);
  try {
    assert.equal(findDamage(db), undefined);
    return [...listNamedFiles(db)]
      .filter(({ place, sha256 }) => {
        const sum = sumAt(place);
        return sum === undefined || sum !== (sha256 ?? sum);
      })
      .map(({ place }) => place)
      .sort();
  } finally {
    db.close();
  }
}
