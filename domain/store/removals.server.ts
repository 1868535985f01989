import type { Stats } from "node:fs";
import { stat } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { desc, eq, inArray } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { write } from "#db/write.server.ts";
import { removals, siteFiles } from "#db/schema.ts";
import { DomainError } from "#core/errors.ts";
import { log } from "#core/log.server.ts";
import { withLock } from "#core/with-lock.server.ts";
import { readChecksum } from "#domain/images/checksum.server.ts";
import { onDisk, orAbsent } from "./disk.server.ts";
import { isStoreHere, requireStore } from "./identity.server.ts";
import { isNamed } from "./named-files.server.ts";
import { isAlbumOriginal, isDerivative, isOriginal } from "./parse-paths.ts";
import { isOwnFolder, type DeriveTask } from "./paths.ts";
import {
  removeFile,
  removeFromStore,
  removeWithoutFiles,
} from "./write.server.ts";

/**
 * Files of deleted rows. The transaction that deletes the rows lists them, and they are removed after it. Only what the
 * rows named goes, with the bytes that they knew: an operator may have put something else there meanwhile.
 */

export interface LeavingFile {
  path: string;
  /** Of an original, hex; null if it was never read. Undefined for a file that the site has made. */
  sha256?: string | null;
  /** Size of an original; absent if its row doesn't say. */
  bytes?: number | null;
}

/** A picture's files, with the bytes that its row knows. */
export const leavingFiles = (
  { original, outputs }: DeriveTask,
  {
    sha256 = null,
    bytes,
  }: { sha256?: string | null; bytes?: number | null } = {},
): LeavingFile[] => [
  { path: original, sha256, bytes },
  ...Object.values(outputs).map((path) => ({ path })),
];

/**
 * Lists files to be removed, in the transaction that deletes their rows.
 * @param path taken until they are removed: the file, or the folder of all, which goes too if nothing else is in it
 * @param deletedAt milliseconds since 1970. A file whose bytes nobody knows is removed if it hasn't changed since
 */
export function scheduleRemoval(
  tx: Tx,
  path: string,
  files: LeavingFile[] = [{ path }],
  deletedAt = Date.now(),
) {
  requireStore();
  tx.insert(removals)
    .values({ path, files: JSON.stringify(files), deleted_at: deletedAt })
    .onConflictDoNothing()
    .run();
  // The check would miss it.
  tx.delete(siteFiles)
    .where(
      inArray(
        siteFiles.path,
        files.map((file) => file.path),
      ),
    )
    .run();
}

/** A file that can't be removed now, or was left by a crash, is tried again at the next call, and holds up no other. */
export async function removeScheduled() {
  await withLock("removals", async () => {
    const db = getDb();
    // What is in a folder goes before the folder.
    const all = db.select().from(removals).orderBy(desc(removals.path)).all();
    for (const removal of all) {
      if (!isStoreHere()) return;
      try {
        await removeAll(removal);
      } catch (error) {
        const { path } = removal;
        log.error("a deleted file could not be removed", { path, error });
        continue;
      }
      // If the store is away, nothing was found, so nothing has been removed.
      if (!isStoreHere()) return;
      db.delete(removals).where(eq(removals.path, removal.path)).run();
    }
  });
}

type Removal = typeof removals.$inferSelect;

async function removeAll(removal: Removal) {
  const { path, deleted_at } = removal;
  if (isOwnFolder(path)) return removeFromStore(path);
  const gone: string[] = [];
  let failure: unknown;
  for (const file of filesOf(removal))
    try {
      if (await removeIfSame(file, deleted_at)) gone.push(file.path);
    } catch (error) {
      failure ??= error;
    }
  await removeWithoutFiles(path);
  if (gone.length > 0) logRemoved(gone);
  if (failure !== undefined) throw failure;
}

/** A removal of an earlier version names one file, or a folder whose files nobody has listed and which are left. */
function filesOf({ path, files }: Removal): LeavingFile[] {
  if (files !== null) return JSON.parse(files) as LeavingFile[];
  const hasOwnName =
    isDerivative(path) || (isOriginal(path) && !isAlbumOriginal(path));
  return [hasOwnName ? { path } : { path, sha256: null }];
}

/** Log lines get no longer than this many names. */
const NAMES_MAX = 100;

/** Tells which files were removed. */
export function logRemoved(files: string[]) {
  for (let from = 0; from < files.length; from += NAMES_MAX)
    log.info("files were removed for good", {
      files: files.slice(from, from + NAMES_MAX),
    });
}

/** @returns whether there was a file, and it is removed. A folder in its place stays */
async function removeIfSame(file: LeavingFile, deletedAt: number) {
  const { path } = file;
  const found = await orAbsent(stat(onDisk(path)));
  if (!found?.isFile()) return false;
  const why = isNamed(path)
    ? "a row names it"
    : !(await isDeleted(file, found, deletedAt))
      ? "it is not the file that was deleted"
      : undefined;
  if (why === undefined) await removeFile(path);
  else log.warn("a file stays where another was deleted", { path, why });
  return why === undefined;
}

/** Whether a file is the one that was deleted, and nothing that has come since. */
async function isDeleted(
  { path, sha256, bytes }: LeavingFile,
  { size, ctimeMs }: Stats,
  deletedAt: number,
) {
  if (sha256 === undefined) return true;
  if (bytes != null && bytes !== size) return false;
  return sha256 === null
    ? ctimeMs <= deletedAt
    : (await readChecksum(onDisk(path))) === sha256;
}

/** How long an answer waits for the removal of files, which then goes on without it. Milliseconds. */
const PATIENCE_MS = 5_000;

/** The same for an answer: reading the bytes of a large album takes a while. */
const removeSoon = () =>
  Promise.race([
    removeScheduled().catch((error: unknown) =>
      log.error("deleted files could not be removed", { error }),
    ),
    wait(PATIENCE_MS, undefined, { ref: false }),
  ]);

export async function writeAndRemove<T>(run: (tx: Tx) => T): Promise<T> {
  const result = write(run);
  await removeSoon();
  return result;
}

/** Whether a path, or a folder above it, still has to be removed. */
export function isLeaving(path: string, db: Pick<Tx, "select"> = getDb()) {
  const parts = path.split("/");
  const above = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  return (
    db.select().from(removals).where(inArray(removals.path, above)).get() !==
    undefined
  );
}

/** Makes sure that a place is free again after what was there was deleted. */
export async function requireRemoved(path: string) {
  await removeSoon();
  if (isLeaving(path))
    throw new DomainError(
      "unavailable",
      "What was deleted here before can't be removed from the disk at the moment. Please try again later.",
    );
}
