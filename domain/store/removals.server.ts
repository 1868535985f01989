import { eq, inArray } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { removals, siteFiles } from "#db/schema.ts";
import { DomainError } from "#core/errors.ts";
import { log } from "#core/log.server.ts";
import { removeFromStore } from "./write.server.ts";
import { write } from "#db/write.server.ts";
import { withLock } from "#core/with-lock.server.ts";
import { isStoreHere, requireStore } from "./identity.server.ts";

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
 * Removes the scheduled files. Those that can't be removed now, or were left by a crash, are tried again at the next call. One
 * path that can't be removed holds up no other.
 */
export async function removeScheduled() {
  await withLock("removals", async () => {
    const db = getDb();
    for (const { path } of db.select().from(removals).all()) {
      if (!isStoreHere()) return;
      try {
        await removeFromStore(path);
      } catch (error) {
        log.error("a deleted file could not be removed", { path, error });
        continue;
      }
      // If the store is away, nothing was found, so nothing has been removed.
      if (!isStoreHere()) return;
      db.delete(removals).where(eq(removals.path, path)).run();
    }
  });
}

/** Runs a write that schedules removals, and then removes the files. */
export async function writeAndRemove<T>(run: (tx: Tx) => T): Promise<T> {
  const result = write(run);
  await removeScheduled();
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

/**
 * Makes sure that a place is free again after what was there was deleted.
 * @throws {DomainError} unavailable when that can't be removed at the moment
 */
export async function requireRemoved(path: string) {
  await removeScheduled();
  if (isLeaving(path))
    throw new DomainError(
      "unavailable",
      "What was deleted here before can't be removed from the disk at the moment. Please try again later.",
    );
}
