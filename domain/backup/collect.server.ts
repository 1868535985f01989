import { chmodSync, statSync } from "node:fs";
import path from "node:path";
import { rm } from "node:fs/promises";
import {
  copyDatabase,
  findDamage,
  openSecondConnection,
  type SecondConnection,
} from "#db/copy.server.ts";
import { openFileList, type FileList } from "#db/file-list.server.ts";
import { lockFile } from "#db/file-lock.server.ts";
import { DomainError } from "#core/errors.ts";
import { getSettings } from "#core/settings.server.ts";
import {
  getFileNow,
  isSameFile,
  onDisk,
  type FileState,
} from "#domain/store/disk.server.ts";
import { requireFree } from "#domain/store/room.server.ts";
import {
  listNamedFiles,
  type NamedFile,
} from "#domain/store/named-files.server.ts";
import { isOperatorFile } from "#domain/store/paths.ts";
import { listOperatorFiles } from "#domain/store/scan.server.ts";
import { damaged } from "./damage.server.ts";
import { OWNER_ONLY, readChecksum, type Taken } from "./copy-file.server.ts";
import {
  DATABASE,
  manifestLines,
  STORE,
  type ManifestFile,
  type ManifestSummary,
} from "./manifest.server.ts";
import {
  openSite,
  requireDatabase,
  requireStoreOf,
} from "../store/open-site.server.ts";

/**
 * Collects a site's database and originals as they are at one moment, while the site runs, for a target: a zip or a
 * snapshot. Runs in a process of its own, because it reads and writes synchronously.
 */

const NOT_BACKED_UP = "nothing was backed up";

export interface Target {
  /**
   * Takes a file of the store.
   * @param name its path in the backup
   * @param wanted the SHA-256 that it should have; null when nobody knows
   * @returns the taken file; undefined when there is no such file any more, or it can't be read
   */
  take(
    name: string,
    place: string,
    seen: FileState,
    wanted: string | null,
  ): Promise<Taken | undefined>;
  /** Whether it has that file already, so that taking it needs no room. */
  has(name: string, seen: FileState, wanted: string | null): boolean;
  /** Removes what was taken under a name. */
  drop(name: string): void;
  /** Bytes that it needs beside the files. */
  alsoNeeds?: number;
  /** Called first, with about how many files there are. */
  expect?(files: number): void;
}

export interface BackupSummary extends ManifestSummary {
  /** Originals and pictures of the operator's own. */
  files: number;
  /** Size of these and the database. */
  bytes: number;
}

export interface Collected {
  /** The copy of the database. */
  database: string;
  /** The manifest's text. */
  manifest: Iterable<string>;
  summary: BackupSummary;
}

interface Work {
  site: SecondConnection;
  list: FileList;
  target: Target;
  /** The folder for the copy of the database. */
  folder: string;
}

/** How long a backup waits for another that is being made. */
const PATIENCE_MS = 24 * 3_600_000;

function takeLock(file: string) {
  const lock = lockFile(file, 0);
  if (lock) return lock;
  process.stderr.write(
    "Another backup is being made. This one begins when it has ended.\n",
  );
  return lockFile(file, PATIENCE_MS);
}

/** Runs a backup when no other of this site is running. */
export async function whileAlone<T>(run: () => Promise<T>): Promise<T> {
  requireDatabase();
  const lock = takeLock(`${getSettings().DATABASE_PATH}.backup-lock`);
  if (!lock)
    throw new DomainError(
      "conflict",
      "Another backup has been running for a day. Stop it, then try again.",
    );
  try {
    return await run();
  } finally {
    lock.release();
  }
}

/**
 * Takes everything. A file at its place stays there until `finish` has ended.
 * @param folder for the copy of the database and temporary files
 * @param openTarget makes the target, which may look into the site's database
 * @throws {DomainError} unavailable when the database is damaged or the store is away
 */
export async function collect<T, Into extends Target>(
  folder: string,
  openTarget: (site: SecondConnection) => Promise<Into>,
  finish: (collected: Collected, target: Into) => Promise<T>,
): Promise<T> {
  const site = openSite();
  const target = await openTarget(site);
  const list = openFileList(path.join(folder, "files.sqlite"));
  try {
    requireStoreOf(site, NOT_BACKED_UP);
    await requireRoomFor(site, target, folder);
    const missing = await takeEverything({ site, list, target, folder });
    requireStoreOf(site, NOT_BACKED_UP);
    return await finish(
      describe(path.join(folder, DATABASE), list, missing),
      target,
    );
  } finally {
    list.close();
    site.close();
  }
}

function describe(
  database: string,
  list: FileList,
  missing: string[],
): Collected {
  const copy = { path: DATABASE, ...readChecksum(database) };
  const damaged = [...listDamaged(list)];
  const complete = missing.length + damaged.length === 0;
  const { files, bytes } = list.count();
  const summary = {
    complete,
    missing,
    damaged,
    files,
    bytes: bytes + copy.size,
  };
  function* listed(): Generator<ManifestFile> {
    yield copy;
    yield* list.all();
  }
  return {
    database,
    manifest: manifestLines(listed(), summary),
    summary,
  };
}

/** @throws {DomainError} unavailable when the disk has no room for the files that would be taken */
async function requireRoomFor(
  site: SecondConnection,
  target: Target,
  folder: string,
) {
  let bytes = statSync(site.name).size + (target.alsoNeeds ?? 0);
  let files = 0;
  const add = (place: string, wanted: string | null) => {
    const seen = statFile(place);
    if (seen) files++;
    if (seen && !target.has(STORE + place, seen, wanted)) bytes += seen.bytes;
  };
  for await (const place of listOperatorFiles()) add(place, null);
  for (const { place, sha256 } of listNamedFiles(site)) add(place, sha256);
  await requireFree(
    folder,
    bytes,
    "Nothing was backed up. There is no room for the backup",
  );
  target.expect?.(files);
}

/**
 * Takes the originals that the database names while it goes on changing. Then copies the database, and takes what the
 * copy names beyond that. If something was deleted just then, it takes another copy, so that copy and files
 * belong together in the end. What two copies miss is really missing.
 * @returns the places of missing files
 */
async function takeEverything(work: Work): Promise<string[]> {
  for await (const place of listOperatorFiles())
    await takeOnce(work, { place, sha256: null }, place, 0);
  await takeNamed(work, work.site, 0);
  const copy = path.join(work.folder, DATABASE);
  for (let round = 1, before = ""; ; round++) {
    await rm(copy, { force: true });
    copyDatabase(work.site, copy);
    chmodSync(copy, OWNER_ONLY);
    const missing = await takeNamedByCopy(work, copy, round);
    const now = missing.join("\n");
    if (missing.length > 0 && now !== before) before = now;
    else {
      dropUnnamed(work, round);
      return missing;
    }
  }
}

async function takeNamedByCopy(work: Work, copy: string, round: number) {
  const db = openSecondConnection(copy);
  try {
    const damage = findDamage(db, "quick_check");
    if (damage) throw await damaged(damage);
    leaveOutReport(db);
    return await takeNamed(work, db, round);
  } finally {
    db.close();
  }
}

/**
 * Removes the report on the last backup from a copy of the database. It changes with each backup. Without it, the copy
 * of an unchanged database is the same, byte for byte.
 */
function leaveOutReport(db: SecondConnection) {
  db.pragma("journal_mode = OFF");
  db.pragma("secure_delete = ON");
  db.exec("DELETE FROM reports WHERE name LIKE 'backup%'");
}

/** Takes the originals that a database names, unless they were taken as they are now. */
async function takeNamed(work: Work, db: SecondConnection, round: number) {
  const missing: string[] = [];
  for (const named of listNamedFiles(db))
    if (!(await takeOnce(work, named, named.place, round)))
      missing.push(named.place);
  return missing;
}

/** @returns false when the file can't be taken, and was not taken before */
async function takeOnce(
  { list, target }: Work,
  { sha256, asOf }: NamedFile,
  place: string,
  round: number,
) {
  const name = STORE + place;
  const taken = list.find(name);
  const seen = statFile(place);
  const wanted = asOf && seen && !isSameFile(asOf, seen) ? null : sha256;
  const isTaken =
    taken &&
    (!seen ||
      (isSameFile(taken, seen) &&
        (taken.wanted === wanted || taken.sha256 === wanted)));
  if (isTaken) list.mark(name, wanted, round);
  if (isTaken || !seen) return isTaken;
  if (taken) {
    list.drop(name);
    target.drop(name);
  }
  const made = await target.take(name, place, seen, wanted);
  if (!made) return false;
  const { size, sha256: sum } = made;
  list.put({ path: name, ...seen, wanted, size, sha256: sum }, round);
  return true;
}

const statFile = (place: string) => getFileNow(onDisk(place));

/** Drops what was deleted meanwhile. */
function dropUnnamed({ list, target }: Work, lastRound: number) {
  for (const { path: name, round } of list.all()) {
    if (round === lastRound) continue;
    const place = name.slice(STORE.length);
    if (isOperatorFile(place) && statFile(place)) continue;
    list.drop(name);
    target.drop(name);
  }
}

function* listDamaged(list: FileList) {
  for (const { path: name, sha256, wanted } of list.all())
    if (wanted !== null && wanted !== sha256) yield name.slice(STORE.length);
}
