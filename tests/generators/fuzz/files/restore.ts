import assert from "node:assert/strict";
import { createHash } from "node:crypto";
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
import { getSettings } from "#core/settings.server.ts";
import { makeSnapshot } from "#domain/backup/make-snapshot.server.ts";
import type { Manifest } from "#domain/backup/manifest.server.ts";
import { restore } from "#domain/restore/restore.server.ts";
import { storeRoot } from "#domain/store/disk.server.ts";
import {
  addFind,
  addPhoto,
  emptyOwnStore,
  sumOf,
  writeInStore,
} from "#tests/setup/own-store.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { hold } from "../hold.ts";
import { useOwnData } from "./own-data.ts";
import {
  spoils,
  writers,
  type Sources,
  type Spoils,
} from "./spoiled-backups.ts";

/**
 * Spoiled backups of both forms. A restore refuses one and leaves the old site as it is, or restores exactly what
 * the backup lists. It never writes or reads anywhere else.
 */

const RUNS = 50;

/** @throws {Error} that names the seed, how the backup was spoiled, and what came of it */
export async function playFuzzedRestore(seed: number) {
  useOwnData();
  const folder = mkdtempSync(path.join(tmpdir(), "painted-rocks-restore-"));
  try {
    const site = await makeSite(folder);
    await hold("the spoiled backups", seed, RUNS, spoils, (made) =>
      tryOne(site, made),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
    emptyOwnStore();
    closeDb();
  }
}

interface FilledSite extends Sources {
  /** For backups. */
  folder: string;
  /** Copies of the site that is replaced. */
  database: string;
  media: string;
}

/** Makes a snapshot of a site, and then goes on, so that the old site and a restored one differ. */
async function makeSite(folder: string): Promise<FilledSite> {
  emptyOwnStore();
  addFind(7);
  addFind(9);
  addPhoto("sea");
  writeInStore("bkg/original/hero.jpg", Buffer.from("hero"));
  writeInStore("logo.webp", Buffer.from("logo"));
  const backups = path.join(folder, "backups");
  mkdirSync(backups);
  const { path: snapshot } = await makeSnapshot(backups);
  addFind(8);
  closeDb();
  const outside = path.join(folder, "outside");
  mkdirSync(outside);
  writeFileSync(path.join(outside, "secret.jpg"), "secret");
  const site = {
    folder,
    snapshot,
    outside,
    database: path.join(folder, "old.sqlite"),
    media: path.join(folder, "old-media"),
  };
  cpSync(getSettings().DATABASE_PATH, site.database);
  cpSync(storeRoot(), site.media, { recursive: true });
  return site;
}

async function tryOne(site: FilledSite, made: Spoils) {
  const place = path.join(site.folder, "spoiled");
  rmSync(place, { recursive: true, force: true });
  await writers[made.form](site, made, place);
  const before = digestOf(storeRoot());
  const beside = listBeside(site);
  let refusal: unknown;
  try {
    await restore(place, () => {});
  } catch (error) {
    refusal = error;
  }
  try {
    assert.deepEqual(
      readFileSync(path.join(site.outside, "secret.jpg"), "utf8"),
      "secret",
    );
    assert.deepEqual(
      readdirSync(site.outside),
      ["secret.jpg"],
      "something was written outside",
    );
    if (refusal) checkRefused(refusal, before, beside, site);
    else checkRestored(place, made);
  } finally {
    putBack(site);
  }
}

function checkRefused(
  error: unknown,
  before: string,
  beside: string[],
  site: FilledSite,
) {
  assert.ok(error instanceof Error);
  // The disk's own errors are told as they are.
  if (!("syscall" in error))
    assert.ok(error instanceof DomainError, `it failed with ${error.stack}`);
  assert.equal(
    digestOf(storeRoot()),
    before,
    `${error.message} But the store has changed`,
  );
  assert.deepEqual(
    listBeside(site),
    beside,
    `${error.message} But files were left`,
  );
  assert.equal(
    contentOf(getSettings().DATABASE_PATH),
    contentOf(site.database),
    `${error.message} But the database has changed`,
  );
}

/** Everything that is there was in the backup's own list, with its checksum. */
function checkRestored(place: string, { form }: Spoils) {
  const db = openSecondConnection(getSettings().DATABASE_PATH);
  try {
    assert.equal(findDamage(db), undefined);
  } finally {
    db.close();
  }
  for (const file of filesBelow(storeRoot()))
    assert.notEqual(
      readFileSync(path.join(storeRoot(), file), "utf8"),
      "secret",
      `${file} was read through a link`,
    );
  if (form !== "folder") return;
  const { files } = JSON.parse(
    readFileSync(path.join(place, "manifest.json"), "utf8"),
  ) as Manifest;
  const listed = new Map(files.map((file) => [file.path, file]));
  for (const file of filesBelow(storeRoot())) {
    if (file.startsWith(".")) continue;
    const its = listed.get(`media/${file}`);
    assert.ok(its, `${file} is not in the backup's list`);
    assert.equal(
      sumOf(readFileSync(path.join(storeRoot(), file))),
      its.sha256,
      file,
    );
  }
}

/** The files around the store and the database, where a name with `..` would lead. */
const listBeside = ({ folder }: FilledSite) =>
  [
    path.dirname(storeRoot()),
    path.dirname(getSettings().DATABASE_PATH),
    path.dirname(path.dirname(storeRoot())),
    folder,
  ]
    .flatMap((where) =>
      readdirSync(where).map((name) => path.join(where, name)),
    )
    .filter(
      (name) =>
        !/painted-rocks-(?!fuzz|restore)|-(wal|shm)$|lock$|\/tmp\/[^/]*$/.test(
          name,
        ),
    )
    .sort();

function putBack({ database, media }: FilledSite) {
  const { DATABASE_PATH } = getSettings();
  const folder = path.dirname(DATABASE_PATH);
  for (const name of readdirSync(folder))
    if (name.startsWith(path.basename(DATABASE_PATH)))
      rmSync(path.join(folder, name), { recursive: true, force: true });
  for (const name of readdirSync(path.dirname(storeRoot())))
    if (name.startsWith(path.basename(storeRoot())))
      rmSync(path.join(path.dirname(storeRoot()), name), {
        recursive: true,
        force: true,
      });
  cpSync(database, DATABASE_PATH);
  cpSync(media, storeRoot(), { recursive: true });
}

function digestOf(folder: string) {
  const hash = createHash("sha256");
  for (const file of filesBelow(folder))
    hash.update(file).update(readFileSync(path.join(folder, file)));
  return hash.digest("hex");
}

/** All rows, because the file itself differs when its log has been folded in. */
function contentOf(file: string) {
  const db = openSecondConnection(file);
  try {
    const tables = db
      .prepare(
        "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name",
      )
      .all() as { name: string }[];
    return JSON.stringify(
      tables.map(({ name }) => [
        name,
        db.prepare(`SELECT * FROM "${name}"`).all(),
      ]),
    );
  } finally {
    db.close();
  }
}
