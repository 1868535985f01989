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
import {
  spoils,
  writeSpoiled,
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
  await writeSpoiled(site, made, place);
  const before = digestOf(storeRoot());
  const beside = listBeside(site);
  const refusal: unknown = await restore(place, () => {}).then(
    () => undefined,
    (error: unknown) => error,
  );
  try {
    const secret = readFileSync(path.join(site.outside, "secret.jpg"), "utf8");
    assert.equal(secret, "secret");
    const outside = readdirSync(site.outside);
    assert.deepEqual(outside, ["secret.jpg"], "something was written outside");
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
  const but = (what: string) => `${error.message} But ${what}`;
  assert.equal(digestOf(storeRoot()), before, but("the store has changed"));
  assert.deepEqual(listBeside(site), beside, but("files were left"));
  const [now, old] = [getSettings().DATABASE_PATH, site.database];
  assert.equal(contentOf(now), contentOf(old), but("the database has changed"));
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
  for (const place of [DATABASE_PATH, storeRoot()])
    for (const name of readdirSync(path.dirname(place)))
      if (name.startsWith(path.basename(place)))
        rmSync(path.join(path.dirname(place), name), {
          ...{ recursive: true, force: true },
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
  const rowsOf = (sql: string) => db.prepare(sql).all() as { name: string }[];
  try {
    return JSON.stringify(
      rowsOf(
        "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name",
      ).map(({ name }) => [name, rowsOf(`SELECT * FROM "${name}"`)]),
    );
  } finally {
    db.close();
  }
}
