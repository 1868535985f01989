import { eq } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { removals } from "#db/schema.ts";
import { DomainError } from "../core/errors.ts";
import { log } from "../core/log.server.ts";
import { removeFromStore } from "./write.server.ts";
import { withLock } from "../core/with-lock.server.ts";
import { isStoreHere, requireStore } from "./identity.server.ts";

/**
 * Notes files and folders that are to be removed, in the transaction that deletes their rows.
 * @throws {DomainError} unavailable while the store is away
 */
export function scheduleRemoval(tx: Tx, paths: string[]) {
  requireStore();
  for (const path of paths)
    tx.insert(removals).values({ path }).onConflictDoNothing().run();
}

/**
 * Removes what was noted. What can't be removed now, or was left by a crash, is tried again at the next call:
 * one path that resists holds up no other.
 */
export const removeScheduled = () =>
  withLock("removals", async () => {
    const db = getDb();
    for (const { path } of db.select().from(removals).all()) {
      if (!isStoreHere()) return;
      try {
        await removeFromStore(path);
      } catch (error) {
        log.error("a deleted file could not be removed", { path, error });
        continue;
      }
      // Nothing is found in a store that is away: that is no removal.
      if (!isStoreHere()) return;
      db.delete(removals).where(eq(removals.path, path)).run();
    }
  });

/** Whether a path, or a folder above it, is still to be removed. */
export function isLeaving(path: string, db: Pick<Tx, "select"> = getDb()) {
  const parts = path.split("/");
  const above = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  return above.some((path) =>
    db.select().from(removals).where(eq(removals.path, path)).get(),
  );
}

/**
 * Makes sure that a place may be filled anew after what was there is deleted.
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
