import { chmodSync, statSync } from "node:fs";
import path from "node:path";
import { rm } from "node:fs/promises";
import {
  copyDatabase,
  findDamage,
  openSecondConnection,
  type SecondConnection,
} from "#db/copy.server.ts";
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
import { listOperatorFiles } from "#domain/store/scan.server.ts";
import { damaged } from "./damage.server.ts";
import { readChecksum } from "#domain/images/checksum.server.ts";
import { OWNER_ONLY, type Taken } from "./copy-file.server.ts";
import {
  DATABASE,
  manifestLines,
  STORE,
  type ManifestSummary,
} from "./manifest.server.ts";
import {
  openSite,
  requireDatabase,
  requireStoreOf,
} from "../store/identity.server.ts";

/** Collects database and originals as of one moment. In a process of its own, because it reads synchronously. */

const NOT_BACKED_UP = "nothing was backed up";

export interface Wanted {
  /** Its path in the backup. */
  name: string;
  place: string;
  seen: FileState;
  /** The SHA-256 that it should have; null when nobody knows. */
  wanted: string | null;
}

export interface Target {
  /** Takes a file. @returns undefined when there is no such file any more, or it can't be read */
  take(file: Wanted): Promise<Taken | undefined>;
  /** Whether it has that file already, so that taking it needs no room. */
  has(file: Wanted): boolean;
  drop(name: string): void;
}

interface Options {
  /** Bytes that are needed beside the backup. */
  alsoNeeds?: number;
  /** Told after each file how many were taken, and of about how many. */
  onFile?: (done: number, of: number) => void;
}

export interface BackupSummary extends ManifestSummary {
  /** Originals and pictures of the operator's own. */
  files: number;
  /** Size of these and the database. */
  bytes: number;
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

/** Runs a backup, with the site's database, when no other of this site is running. */
export async function whileAlone<T>(
  run: (site: SecondConnection) => Promise<T>,
): Promise<T> {
  requireDatabase();
  const lock = takeLock(`${getSettings().DATABASE_PATH}.backup-lock`);
  if (!lock)
    throw new DomainError(
      "conflict",
      "Another backup has been running for a day. Stop it, then try again.",
    );
  let site: SecondConnection | undefined;
  try {
    site = openSite();
    return await run(site);
  } finally {
    site?.close();
    lock.release();
  }
}

/** @param folder for the copy of the database */
export async function collect(
  site: SecondConnection,
  folder: string,
  target: Target,
  options: Options = {},
) {
  requireStoreOf(site, NOT_BACKED_UP);
  const of = await requireRoomFor(site, target, folder, options);
  const database = path.join(folder, DATABASE);
  const { taken, missing } = await takeEverything(site, target, database, {
    onFile: (done) => options.onFile?.(done, Math.max(of, done)),
  });
  requireStoreOf(site, NOT_BACKED_UP);
  const { size } = statSync(database);
  const copy = { path: DATABASE, size, sha256: await readChecksum(database) };
  const damaged = taken
    .filter(({ wanted, sha256 }) => wanted !== null && wanted !== sha256)
    .map(({ path: name }) => name.slice(STORE.length));
  const summary: BackupSummary = {
    complete: missing.length + damaged.length === 0,
    ...{ missing, damaged },
    files: taken.length,
    bytes: taken.reduce((sum, { size }) => sum + size, copy.size),
  };
  return {
    database,
    manifest: manifestLines([copy, ...taken], summary),
    summary,
  };
}

async function requireRoomFor(
  site: SecondConnection,
  target: Target,
  folder: string,
  { alsoNeeds = 0 }: Options,
) {
  let bytes = statSync(site.name).size + alsoNeeds;
  let files = 0;
  const add = (place: string, wanted: string | null) => {
    const seen = statFile(place);
    if (!seen) return;
    files++;
    const file = { name: STORE + place, place, seen, wanted };
    if (!target.has(file)) bytes += seen.bytes;
  };
  for await (const place of listOperatorFiles()) add(place, null);
  for (const { place, sha256 } of listNamedFiles(site)) add(place, sha256);
  await requireFree(
    folder,
    bytes,
    "Nothing was backed up. There is no room for the backup",
  );
  return files;
}

interface TakenFile extends FileState, Taken {
  /** In the backup. */
  path: string;
  wanted: string | null;
}

/**
 * Takes a copy of the database and what it names. What is missing was perhaps deleted for good just then, which
 * another copy shows. What two copies miss is really missing.
 */
async function takeEverything(
  site: SecondConnection,
  target: Target,
  copy: string,
  { onFile }: { onFile: (done: number) => void },
) {
  const taken = new Map<string, TakenFile>();
  let done = 0;

  /** Takes a file unless it was taken as it is now. @returns whether the target has it */
  async function take({ place, sha256, asOf }: NamedFile) {
    const name = STORE + place;
    const before = taken.get(name);
    const seen = statFile(place);
    if (!seen) return before !== undefined;
    const wanted = asOf && !isSameFile(asOf, seen) ? null : sha256;
    if (before && isSameFile(before, seen) && before.wanted === wanted)
      return true;
    if (before) drop(name);
    onFile(++done);
    const made = await target.take({ name, place, seen, wanted });
    if (!made) return false;
    const { size, sha256: sum } = made;
    taken.set(name, { path: name, ...seen, wanted, size, sha256: sum });
    return true;
  }

  function drop(name: string) {
    taken.delete(name);
    target.drop(name);
  }

  for (let before = ""; ;) {
    await copySound(site, copy);
    const names = new Set<string>();
    const missing: string[] = [];
    await whileOpen(copy, async (db) => {
      for (const named of listNamedFiles(db)) {
        names.add(STORE + named.place);
        if (!(await take(named))) missing.push(named.place);
      }
    });
    for await (const place of listOperatorFiles()) {
      if (names.has(STORE + place)) continue;
      names.add(STORE + place);
      await take({ place, sha256: null });
    }
    const now = missing.join("\n");
    if (now !== "" && now !== before) {
      before = now;
      continue;
    }
    for (const name of taken.keys()) if (!names.has(name)) drop(name);
    const inOrder = [...taken.values()].sort((a, b) =>
      a.path < b.path ? -1 : 1,
    );
    return { taken: inOrder, missing };
  }
}

export async function copySound(site: SecondConnection, copy: string) {
  await rm(copy, { force: true });
  copyDatabase(site, copy);
  chmodSync(copy, OWNER_ONLY);
  await whileOpen(copy, async (db) => {
    const damage = findDamage(db, "quick_check");
    if (damage) throw await damaged(damage);
    // The report on the last backup changes with each. Without it, the copy of an unchanged database is the same.
    db.pragma("journal_mode = OFF");
    db.pragma("secure_delete = ON");
    db.exec("DELETE FROM reports WHERE name LIKE 'backup%'");
  });
}

async function whileOpen<T>(
  file: string,
  run: (db: SecondConnection) => Promise<T>,
) {
  const db = openSecondConnection(file);
  try {
    return await run(db);
  } finally {
    db.close();
  }
}

const statFile = (place: string) => getFileNow(onDisk(place));
