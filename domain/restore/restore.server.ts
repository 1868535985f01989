import { DATABASE } from "../backup/manifest.server.ts";
import { copyFromStore, modeOf, syncAll } from "../backup/copy-file.server.ts";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { openDb, isNewerThanUs } from "#db/client.server.ts";
import {
  findDamage,
  foldIfUnused,
  openSecondConnection,
} from "#db/copy.server.ts";
import { codeOf } from "#core/error-code.ts";
import { DomainError } from "#core/errors.ts";
import { endMailLinks } from "#domain/account/credentials.server.ts";
import { recordEvent } from "#domain/account/security-events.server.ts";
import { readReplaced, settleNews } from "#domain/follow/news.server.ts";
import { recordEnded, recordJob } from "#domain/jobs/ledger.server.ts";
import { onDisk, storeRoot } from "#domain/store/disk.server.ts";
import { syncPath } from "#domain/store/write.server.ts";
import { writeStoreId } from "#domain/store/store-id.server.ts";
import { takeSiteLock, takeStoreLock } from "../store/site-lock.server.ts";
import { setStoreId } from "#domain/store/identity.server.ts";
import { listNamedFiles } from "#domain/store/named-files.server.ts";
import { sizeBelow } from "#domain/store/storage.server.ts";
import { keepHidden, readHiddenParts } from "./kept-boxes.server.ts";
import { requireRoomToRestore } from "./room.server.ts";
import { describeKept } from "./restore-report.server.ts";
import {
  notUsable,
  notWhole,
  openSource,
  placeInStore,
  type Source,
} from "./sources.server.ts";
import {
  clearRestoring,
  databaseFile,
  finishSwap,
  isSwapPlanned,
  planSwap,
  restoredDatabase,
  RESTORED,
} from "./swap.server.ts";

type OnProgress = (done: number, of: number) => void;

/**
 * Replaces database and store by a snapshot's folder or a zip, and keeps the old ones aside. Checks everything before it
 * touches anything. A changed file is taken from the store, else left out. A kill leaves the old or the new.
 */
export async function restore(place: string, onProgress: OnProgress) {
  const lock = takeSiteLock();
  if (!lock) throw isRunning();
  const ofStore = existsSync(storeRoot()) ? takeStoreLock() : noLock;
  try {
    if (!ofStore) throw isRunning();
    return await replaceSite(place, onProgress);
  } finally {
    ofStore?.release();
    lock.release();
  }
}

const noLock = { release() {} };

async function replaceSite(place: string, onProgress: OnProgress) {
  await finishSwap();
  requireStopped();
  await clearRestoring();
  try {
    const { sums, ...taken } = await takeWhole(place, onProgress);
    const { named, boxes_kept } = await prepareDatabase(place, sums).catch(
      (error: unknown) => refuseDatabase(place, error),
    );
    // Originals that the database names and the backup doesn't have.
    const missing = named.filter((place) => !taken.broken.includes(place));
    await syncAll(onDisk(RESTORED));
    await syncPath(restoredDatabase());
    requireStopped();
    await planSwap();
    const aside = (await finishSwap())!;
    // Where the old site is now, and the bytes that it takes.
    const asideBytes = await sizeOfAll(aside);
    return { ...taken, boxes_kept, missing, aside, asideBytes };
  } catch (error) {
    // A swap that could neither be finished nor taken back still needs these files.
    if (!(await isSwapPlanned())) await clearRestoring();
    throw error;
  }
}

async function sizeOfAll(places: string[]) {
  let sum = 0;
  for (const place of places) {
    const found = await stat(place);
    sum += found.isDirectory() ? await sizeBelow(place) : found.size;
  }
  return sum;
}

function requireStopped() {
  if (existsSync(databaseFile()) && !foldIfUnused(databaseFile()))
    throw isRunning();
}

const isRunning = () =>
  new DomainError(
    "conflict",
    "The site is running on this database or store. Stop it first, then restore.",
  );

/** Takes a backup's files, and compares each with the backup's list. The store's own replace those that have changed. */
async function takeWhole(place: string, onProgress: OnProgress) {
  let source: Source | undefined;
  try {
    source = await openSource(place);
    const { files, damaged } = source.manifest;
    for (const folder of [onDisk(RESTORED), path.dirname(restoredDatabase())])
      await mkdir(folder, { recursive: true });
    await requireRoomToRestore(files.reduce((sum, { size }) => sum + size, 0));
    if (!files.some(({ path: name }) => name === DATABASE))
      throw notWhole("it has no database");
    /** Places of files that are left out, because no sound copy is here. */
    const broken: string[] = [];
    let healed = 0;
    for (const [index, listed] of files.entries()) {
      const { path: name, size, sha256 } = listed;
      const to =
        name === DATABASE
          ? restoredDatabase()
          : onDisk(`${RESTORED}/${placeInStore(name)}`);
      await mkdir(path.dirname(to), { recursive: true });
      const taken = await source.put(listed, to).catch(unlessUnreadable);
      if (taken?.sha256 !== sha256 || taken.size !== size) {
        if (name === DATABASE)
          throw await notUsable(place, "its database is not as it was");
        await rm(to, { force: true });
        if (copyFromStore(listed, to, modeOf(name))) healed++;
        else broken.push(placeInStore(name));
      }
      onProgress(index + 1, files.length);
    }
    return {
      /** Checksums of the originals of finds, by their files' names, which are random. */
      sums: new Map(
        files
          .filter(({ path: name }) => placeInFinds.test(name))
          .map(({ path: name, sha256 }) => [path.posix.basename(name), sha256]),
      ),
      files: files.length - 1 - broken.length,
      /** Places of originals that were damaged when the backup was made. */
      damaged,
      broken,
      /** Number of changed files that were replaced by the store's. */
      healed,
    };
  } finally {
    source?.close();
  }
}

const placeInFinds = /^media\/rocks\//;

/** A file of the backup that can't be read counts as changed. An error of the target's disk ends the restore. */
function unlessUnreadable(error: unknown): undefined {
  if (/^(ENOSPC|EDQUOT|EROFS)$/.test(codeOf(error))) throw error;
}

/** Refuses a file that is not this site's database, with SQLite's reason. Rethrows errors of the disk. */
async function refuseDatabase(place: string, error: unknown): Promise<never> {
  const { code, message } = error as { code?: string; message: string };
  throw /^SQLITE_(NOTADB|CORRUPT|CONSTRAINT|ERROR)/.test(code ?? "")
    ? await notUsable(place, `its database can't be used: ${message}`)
    : error;
}

/**
 * Migrates the restored database, and records the two jobs that make the derivatives, which a backup lacks.
 * @param sums as `takeWhole` returns them
 * @returns the originals that it names and that are missing, and how many hidden parts of the replaced site it got
 */
async function prepareDatabase(place: string, sums: Map<string, string>) {
  const file = restoredDatabase();
  const found = openSecondConnection(file);
  try {
    const damage = findDamage(found);
    if (damage)
      throw await notUsable(place, `its database is damaged: ${damage}`);
    if (isNewerThanUs(found))
      throw new DomainError(
        "bad_input",
        "This backup is of a newer version of the site. Update the site first.",
      );
  } finally {
    found.close();
  }

  const replaced = readReplaced(databaseFile());
  const hidden = readHiddenParts(databaseFile());
  const db = openDb(file);
  const id = randomUUID();
  writeStoreId(id, RESTORED);
  try {
    const boxes_kept = db.transaction((tx) => {
      setStoreId(tx, id);
      for (const table of ["rock_post_images", "photos", "rocks"])
        tx.run(sql`UPDATE ${sql.identifier(table)} SET ready = 0`);
      tx.run(sql`DELETE FROM jobs WHERE state IN ('queued', 'running')`);
      for (const table of ["admin_sessions", "pending_sign_ins", "reports"])
        tx.run(sql`DELETE FROM ${sql.identifier(table)}`);
      // The backup may be from before a password was changed, which has ended them.
      endMailLinks(tx);
      settleNews(tx, replaced);
      const kept = keepHidden(db.$client, hidden, sums);
      recordEvent(tx, "backup-restored");
      recordJob(tx, "sync-albums", {});
      recordJob(tx, "create-images", { folder: "", regenerate: false });
      recordEnded(
        tx,
        "restore",
        { boxes_kept: kept },
        describeKept(kept) ?? "Restored",
      );
      return kept;
    });
    const named: string[] = [];
    for (const { place } of listNamedFiles(db.$client))
      if (!existsSync(onDisk(`${RESTORED}/${place}`))) named.push(place);
    return { named, boxes_kept };
  } finally {
    db.$client.close();
    foldIfUnused(file);
  }
}
