import { and, eq } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { trashMoves } from "#db/schema.ts";
import { untilFree, write } from "#db/write.server.ts";
import { DomainError } from "../core/errors.ts";
import { log } from "../core/log.server.ts";
import { withLock } from "../core/with-lock.server.ts";
import { getFile, listNames } from "./disk.server.ts";
import { isStoreHere, requireStore, suspectStore } from "./identity.server.ts";
import { placeInTrash, TRASH, type TrashedFile } from "./paths.ts";
import { parseOriginal } from "./parse-path.ts";
import { walk } from "./scan.server.ts";
import { moveAny, removeEmptyFolders } from "./write.server.ts";

/**
 * Moves files into the trash and back. They are renamed, never copied. A row of `trash_moves` says that a file belongs
 * into the trash, wherever it is at the moment: the transaction that deletes the file's rows writes it, and so does
 * the first step of a restore. Whatever interrupts a move or a restore, such files go into the trash again.
 */

/** Held while files move into the trash or back, or are removed from it for good. */
export const withTrashLock = <T>(run: () => Promise<T>) =>
  withLock("trash", run);

/**
 * Records files and folders that go into the trash, in the transaction that deletes their rows.
 * @throws {DomainError} unavailable while the store is away
 */
export function scheduleTrashing(
  tx: Tx,
  trashKey: number,
  files: TrashedFile[],
) {
  if (files.length > 0) requireStore();
  for (const { path, part } of files)
    tx.insert(trashMoves)
      .values({ path, trash_key: trashKey, part })
      .onConflictDoNothing()
      .run();
}

/**
 * Moves what was scheduled. What can't be moved now, or was left by a crash, is tried again at the next call. One file
 * that can't be moved holds up no other.
 */
export const moveIntoTrash = () => withTrashLock(moveScheduled);

async function moveScheduled() {
  const db = getDb();
  for (const { path, trash_key, part } of db.select().from(trashMoves).all()) {
    if (!isStoreHere()) return;
    try {
      await moveAny(path, placeInTrash(trash_key, part));
    } catch (error) {
      log.error("a deleted file could not be moved into the trash", {
        path,
        error,
      });
      suspectStore(error);
      continue;
    }
    // If the store is away, nothing was found, so nothing has been moved.
    if (!isStoreHere()) return;
    db.delete(trashMoves)
      .where(
        and(eq(trashMoves.path, path), eq(trashMoves.trash_key, trash_key)),
      )
      .run();
  }
}

/**
 * Moves files from the trash to their places and writes their rows. A kill at any moment leaves them in the trash, or
 * all of it restored.
 * @param prepare says where the files belong, or refuses. It runs in three transactions: twice before the files move,
 * and again in the one that writes the rows
 * @param save writes the rows, and deletes the one of the trash
 * @throws {DomainError} conflict if a place is taken, unavailable, and what `prepare` throws; then all is in the trash
 */
export const bringBack = <T>(
  trashKey: number,
  prepare: (tx: Tx) => TrashedFile[],
  save: (tx: Tx) => T,
): Promise<T> =>
  withTrashLock(async () => {
    await requireFreePlaces(trashKey, write(prepare));
    const files = write((tx) => {
      const files = prepare(tx);
      scheduleTrashing(tx, trashKey, files);
      return files;
    });
    try {
      for (const { path, part } of files)
        await moveAny(placeInTrash(trashKey, part), path);
      await untilFree();
      return write((tx) => {
        prepare(tx);
        const saved = save(tx);
        // If the store has gone away, nothing was found, so nothing has been moved.
        if (files.length > 0) requireStore();
        return saved;
      });
    } catch (error) {
      await moveScheduled();
      throw error;
    }
  });

/**
 * A place is taken if another original is there. One that still has to move from there into the trash doesn't count.
 */
async function requireFreePlaces(trashKey: number, files: TrashedFile[]) {
  if (files.length > 0) requireStore();
  const pending = new Set(
    getDb()
      .select()
      .from(trashMoves)
      .where(eq(trashMoves.trash_key, trashKey))
      .all()
      .map(({ path }) => path),
  );
  for (const { path } of files)
    if (!pending.has(path) && (await holdsOriginal(path)))
      throw new DomainError(
        "conflict",
        `There are other files at ${path} in the folder of the site's pictures. Move them away, then restore this one.`,
      );
}

async function holdsOriginal(path: string) {
  if (parseOriginal(path)) return (await getFile(path)) !== undefined;
  for await (const file of walk(path)) if (parseOriginal(file)) return true;
  return false;
}

/** Removes the empty folders that restores have left in the trash. */
export async function tidyTrash() {
  await withTrashLock(async () => {
    for (const name of await listNames(TRASH))
      await removeEmptyFolders(`${TRASH}/${name}`);
  });
}
