import { randomUUID } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { mkdir, rename, stat, statfs } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { sql } from "drizzle-orm";
import { openDb, isNewerThanUs } from "#db/client.server.ts";
import { findDamage, foldIfUnused, openBeside } from "#db/copy.server.ts";
import { DomainError } from "#domain/core/errors.ts";
import { recordJob } from "#domain/jobs/ledger.server.ts";
import {
  isOperatorFile,
  isTrashedOriginal,
  parseOriginal,
} from "#domain/store/parse-path.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { syncTree } from "#domain/store/write.server.ts";
import { writeStoreId } from "#domain/store/store-id.server.ts";
import { takeSiteLock } from "../site-lock.server.ts";
import { setStoreId } from "#domain/store/identity.server.ts";
import {
  checksum,
  CHECKSUMS,
  DATABASE,
  readArchive,
  STORE,
} from "./archive.server.ts";
import type { MissingFiles } from "./back-up.server.ts";
import { listNamedFiles } from "#domain/store/named-files.server.ts";
import {
  clearRestoring,
  databaseFile,
  finishSwap,
  isSwapPlanned,
  planSwap,
  restoredDatabase,
  RESTORED,
  RESTORING,
} from "./swap.server.ts";

/** Files as they came out of the archive, not checked yet. */
const UNCHECKED = `${RESTORING}/unchecked`;

export interface RestoreSummary {
  files: number;
  missing: MissingFiles;
  /** Where the old site is now. */
  aside: string[];
}

/**
 * Replaces database and store by a backup, and keeps the old ones aside. Checks everything in the backup before it
 * touches anything. A kill at any moment leaves the old or the new. The site makes the derivatives once it runs.
 * @throws {DomainError} conflict while the site runs, bad_input for an archive that is not whole,
 *   unavailable without room
 */
export async function restore(archive: string): Promise<RestoreSummary> {
  const lock = takeSiteLock();
  if (!lock) throw isRunning();
  try {
    return await replaceSite(archive);
  } finally {
    lock.release();
  }
}

async function replaceSite(archive: string): Promise<RestoreSummary> {
  await finishSwap();
  requireStopped();
  await clearRestoring();
  await requireRoomFor(archive);
  try {
    await unpack(archive);
    const files = await check();
    const missing = await prepareDatabase();
    await syncTree(RESTORED);
    requireStopped();
    await planSwap();
    return { files, missing, aside: (await finishSwap())! };
  } catch (error) {
    // A swap that could neither be finished nor taken back still needs these files.
    if (!(await isSwapPlanned())) await clearRestoring();
    throw error;
  }
}

function requireStopped() {
  if (existsSync(databaseFile()) && !foldIfUnused(databaseFile()))
    throw isRunning();
}

const isRunning = () =>
  new DomainError(
    "conflict",
    "The site is running on this database. Stop it first, then restore.",
  );

async function requireRoomFor(archive: string) {
  const found = await stat(archive).catch(() => undefined);
  if (!found?.isFile())
    throw new DomainError("not_found", `There is no file ${archive}.`);
  await mkdir(onDisk(UNCHECKED), { recursive: true });
  const { bavail, bsize } = await statfs(onDisk(UNCHECKED));
  if (bavail * bsize < found.size)
    throw new DomainError(
      "unavailable",
      `The store has no room for this backup: it needs ${found.size.toLocaleString("en")} bytes, and ${(bavail * bsize).toLocaleString("en")} are free.`,
    );
}

const notWhole = (reason: string) =>
  new DomainError(
    "bad_input",
    `This file is no whole backup of a site: ${reason}. Nothing was changed.`,
  );

async function unpack(archive: string) {
  await readArchive(archive, async (name) => {
    if (name === DATABASE) {
      await mkdir(path.dirname(restoredDatabase()), { recursive: true });
      return restoredDatabase();
    }
    if (name === CHECKSUMS) return onDisk(`${UNCHECKED}/${CHECKSUMS}`);
    const place = placeInStore(name);
    const target = onDisk(`${UNCHECKED}/${place}`);
    await mkdir(path.dirname(target), { recursive: true });
    return target;
  }).catch((error: unknown) => {
    throw isOfArchive(error) ? notWhole((error as Error).message) : error;
  });
}

/** Errors of the disk go on as they are. All others are about the archive. */
const isOfArchive = (error: unknown) =>
  !(error instanceof DomainError) &&
  !(error instanceof Error && "syscall" in error);

/** @throws {DomainError} for a name that no backup has, above all one that leads out of the store */
function placeInStore(name: string) {
  const place = name.slice(STORE.length);
  if (
    !name.startsWith(STORE) ||
    !(isOperatorFile(place) || parseOriginal(place) || isTrashedOriginal(place))
  )
    throw notWhole(`it holds ${JSON.stringify(name)}`);
  return place;
}

/** Compares everything with the list of checksums, and sorts what is right. @returns the number of files */
async function check() {
  const sums = onDisk(`${UNCHECKED}/${CHECKSUMS}`);
  if (!existsSync(sums)) throw notWhole("it has no checksums");
  let files = 0;
  let hasDatabase = false;
  for await (const line of createInterface({
    input: createReadStream(sums),
  })) {
    const [, sum, name = ""] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    if (!sum) throw notWhole("its list of checksums can't be read");
    const isDatabase = name === DATABASE;
    const from = isDatabase
      ? restoredDatabase()
      : onDisk(`${UNCHECKED}/${placeInStore(name)}`);
    if ((await checksum(from)) !== sum)
      throw notWhole(`${name} is not as it was`);
    hasDatabase ||= isDatabase;
    if (isDatabase) continue;
    files++;
    const to = onDisk(`${RESTORED}/${placeInStore(name)}`);
    await mkdir(path.dirname(to), { recursive: true });
    await rename(from, to);
  }
  if (!hasDatabase) throw notWhole("it has no database");
  await mkdir(onDisk(RESTORED), { recursive: true });
  return files;
}

/**
 * Brings the database to this version and in line with its store: no derivative is there, so none counts as made, and
 * two jobs that make whatever is missing replace all earlier ones.
 */
async function prepareDatabase(): Promise<MissingFiles> {
  const file = restoredDatabase();
  const found = openBeside(file);
  try {
    const damage = findDamage(found);
    if (damage) throw notWhole(`its database is damaged: ${damage}`);
    if (isNewerThanUs(found))
      throw new DomainError(
        "bad_input",
        "This backup is of a newer version of the site. Update the site first.",
      );
  } finally {
    found.close();
  }

  const db = openDb(file);
  const id = randomUUID();
  writeStoreId(id, RESTORED);
  try {
    db.transaction((tx) => {
      setStoreId(tx, id);
      for (const table of ["rock_post_images", "photos", "rocks"])
        tx.run(sql`UPDATE ${sql.identifier(table)} SET ready = 0`);
      tx.run(sql`DELETE FROM jobs WHERE state IN ('queued', 'running')`);
      tx.run(sql`DELETE FROM admin_sessions`);
      recordJob(tx, "sync-albums", {});
      recordJob(tx, "create-images", { folder: "", regenerate: false });
    });
    const missing: MissingFiles = { count: 0, some: [] };
    const isRestored = (place: string | undefined) =>
      place !== undefined && existsSync(onDisk(`${RESTORED}/${place}`));
    for (const { place, or } of listNamedFiles(db.$client))
      if (!isRestored(place) && !isRestored(or) && missing.count++ < 10)
        missing.some.push(place);
    return missing;
  } finally {
    db.$client.close();
    foldIfUnused(file);
  }
}
