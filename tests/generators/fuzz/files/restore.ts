import assert from "node:assert/strict";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { closeDb } from "#db/client.server.ts";
import { findDamage, openSecondConnection } from "#db/copy.server.ts";
import { DomainError } from "#core/errors.ts";
import { makeSnapshot } from "#domain/backup/make-snapshot.server.ts";
import { makeZip } from "#domain/backup/make-zip.server.ts";
import type { Manifest } from "#domain/backup/manifest.server.ts";
import { restore } from "#domain/restore/restore.server.ts";
import { storeRoot } from "#domain/store/disk.server.ts";
import { filesBelow, sumOf } from "#tests/setup/files.ts";
import {
  addFind,
  addPhoto,
  emptyOwnStore,
  ownData,
  writeInStore,
} from "#tests/setup/own-store.ts";
import { hold } from "../hold.ts";
import { spoils, writeSpoiled } from "./spoiled-backups.ts";

/**
 * Spoiled backups of both forms. A restore refuses one and leaves the old site as it is, or restores exactly what
 * the backup lists. It never writes or reads anywhere else.
 */

const RUNS = 50;

/** @throws {Error} that names the seed, how the backup was spoiled, and what came of it */
export async function playFuzzedRestore(seed: number) {
  const copy = mkdtempSync(path.join(tmpdir(), "painted-rocks-restore-"));
  // Database, store and backups are in it, and what a name with `..` would lead to.
  const folder = path.dirname(storeRoot());
  const clear = () => {
    for (const name of readdirSync(folder))
      rmSync(path.join(folder, name), { recursive: true, force: true });
  };
  try {
    const sources = await makeSite(folder);
    cpSync(folder, copy, { recursive: true });
    const whole = readAll(folder);
    await hold("the spoiled backups", seed, RUNS, spoils, async (made) => {
      const place = path.join(folder, "spoiled");
      writeSpoiled(sources, made, place);
      const error: unknown = await restore(place, () => {}).then(
        () => undefined,
        (error: unknown) => error,
      );
      try {
        if (error) checkRefused(error, readAll(folder), whole);
        else checkRestored(made.how === "zip" ? sources.snapshot : place);
        const outside = readdirSync(sources.outside);
        assert.deepEqual(outside, ["secret.jpg"], "what is outside");
      } finally {
        clear();
        cpSync(copy, folder, { recursive: true });
      }
    });
  } finally {
    rmSync(copy, { recursive: true, force: true });
    clear();
    emptyOwnStore();
    closeDb();
  }
}

/** Makes a snapshot of a site, and then goes on, so that the old site and a restored one differ. */
async function makeSite(folder: string) {
  emptyOwnStore();
  addFind(7);
  addFind(9);
  addPhoto("sea");
  writeInStore("bkg/original/hero.jpg", Buffer.from("hero"));
  writeInStore("logo.webp", Buffer.from("logo"));
  const backups = path.join(folder, "backups");
  mkdirSync(backups);
  const { path: snapshot } = await makeSnapshot(backups);
  const { path: zip } = await makeZip(path.join(backups, "site.zip"));
  addFind(8);
  closeDb();
  const outside = path.join(folder, "outside");
  mkdirSync(outside);
  writeFileSync(path.join(outside, "secret.jpg"), "secret");
  return { snapshot, zip, outside };
}

type Files = Record<string, string>;

function checkRefused(error: unknown, files: Files, whole: Files) {
  assert.ok(error instanceof Error);
  // The disk's own errors are told as they are.
  if (!("syscall" in error))
    assert.ok(error instanceof DomainError, `it failed with ${error.stack}`);
  const said = `${error.message} But something has changed.`;
  assert.deepEqual(files, whole, said);
}

/** Everything that is there was in the list of the backup, with its checksum. */
function checkRestored(backup: string) {
  const db = openSecondConnection(ownData().databasePath);
  const damage = findDamage(db);
  db.close();
  assert.equal(damage, undefined);
  const list = readFileSync(path.join(backup, "manifest.json"), "utf8");
  const { files } = JSON.parse(list) as Manifest;
  for (const file of filesBelow(storeRoot())) {
    if (file.startsWith(".")) continue;
    const bytes = readFileSync(path.join(storeRoot(), file));
    const its = files.find((one) => one.path === `media/${file}`);
    assert.equal(its?.sha256, sumOf(bytes), `${file} in the backup's list`);
  }
}

/** All files below a folder but the backup that is tried, with their sums, and all rows of the database. */
function readAll(folder: string): Files {
  const files = filesBelow(folder).filter(
    (file) => !/^spoiled(\/|$)|-(wal|shm)$|lock$/.test(file),
  );
  return Object.fromEntries(
    files.map((file) => {
      const full = path.join(folder, file);
      const isDatabase = full === ownData().databasePath;
      return [file, sumOf(isDatabase ? rowsOf(full) : readFileSync(full))];
    }),
  );
}

/** The file itself differs when its log has been folded in. */
function rowsOf(file: string) {
  const db = openSecondConnection(file);
  const all = (sql: string) => db.prepare(sql).all() as { name: string }[];
  try {
    const tables = all(
      "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name",
    );
    const rows = tables.map(({ name }) => [
      name,
      all(`SELECT * FROM "${name}"`),
    ]);
    return Buffer.from(JSON.stringify(rows));
  } finally {
    db.close();
  }
}
