import { eq } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { removals } from "#db/schema.ts";
import { removeFromStore } from "./media-store.server.ts";
import { oneAtATime } from "./one-at-a-time.server.ts";

/** Notes what is to be taken off the disk, in the transaction that deletes its rows. */
export function forget(tx: Tx, paths: string[]) {
  for (const path of paths)
    tx.insert(removals).values({ path }).onConflictDoNothing().run();
}

/**
 * Takes noted files and folders off the disk; what a crash leaves is taken at the next call. All that was
 * noted before the call is gone when it returns, so that the same place may be filled anew.
 */
export const removeForgotten = () =>
  oneAtATime("removals", async () => {
    const db = getDb();
    for (const { path } of db.select().from(removals).all()) {
      await removeFromStore(path);
      db.delete(removals).where(eq(removals.path, path)).run();
    }
  });
