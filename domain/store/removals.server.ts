import { eq, like } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { removals, siteFiles, trashMoves } from "#db/schema.ts";
import { DomainError } from "../core/errors.ts";
import { log } from "../core/log.server.ts";
import { removeFromStore } from "./write.server.ts";
import { withLock } from "../core/with-lock.server.ts";
import { isStoreHere, requireStore, suspectStore } from "./identity.server.ts";
import { moveIntoTrash } from "./trash-moves.server.ts";

/**
 * Records files and folders to be removed, in the transaction that deletes their rows.
 * @throws {DomainError} unavailable while the store is away
 */
export function scheduleRemoval(tx: Tx, paths: string[]) {
  requireStore();
  for (const path of paths) {
    tx.insert(removals).values({ path }).onConflictDoNothing().run();
    // The check would miss it.
    tx.delete(siteFiles).where(eq(siteFiles.path, path)).run();
  }
}

/**
 * Removes what was scheduled, and moves into the trash what belongs there. What can't be removed now, or was left by
 * a crash, is tried again at the next call. One path that can't be removed holds up no other.
 */
export async function removeScheduled() {
  await moveIntoTrash();
  await withLock("removals", async () => {
    const db = getDb();
    for (const { path } of db.select().from(removals).all()) {
      if (!isStoreHere()) return;
      try {
        await removeFromStore(path);
      } catch (error) {
        log.error("a deleted file could not be removed", { path, error });
        suspectStore(error);
        continue;
      }
      // If the store is away, nothing was found, so nothing has been removed.
      if (!isStoreHere()) return;
      db.delete(removals).where(eq(removals.path, path)).run();
    }
  });
}

/** Whether a path, or a folder above it, still has to be removed or moved into the trash. */
export function isLeaving(path: string, db: Pick<Tx, "select"> = getDb()) {
  const parts = path.split("/");
  const above = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  return above.some((path) =>
    [removals, trashMoves].some((table) =>
      db.select().from(table).where(eq(table.path, path)).get(),
    ),
  );
}

/**
 * Makes sure that a folder can be moved as a whole: nothing inside of it still has to be removed, or to be moved into
 * the trash alone.
 * @throws {DomainError} unavailable
 */
export function requireSettled(
  folder: string,
  db: Pick<Tx, "select"> = getDb(),
) {
  const isWaiting = [removals, trashMoves].some((table) =>
    db
      .select()
      .from(table)
      .where(like(table.path, `${folder}/%`))
      .get(),
  );
  if (isWaiting)
    throw new DomainError(
      "unavailable",
      "Something that was deleted here before is still being moved away. Please try again later.",
      { retryAfter: 30 },
    );
}

/**
 * Makes sure, in the transaction that writes rows, that nobody is restoring something to their place.
 * @throws {DomainError} unavailable
 */
export function requireNotLeaving(path: string, tx: Tx) {
  if (isLeaving(path, tx)) throw isOccupied();
}

/**
 * Makes sure that a place is free again after what was there was deleted.
 * @throws {DomainError} unavailable when that can't be removed at the moment
 */
export async function requireRemoved(path: string) {
  await removeScheduled();
  if (isLeaving(path)) throw isOccupied();
}

const isOccupied = () =>
  new DomainError(
    "unavailable",
    "What was deleted here before can't be removed from the disk at the moment. Please try again later.",
  );
