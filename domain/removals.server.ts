import { eq } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { removals } from "#db/schema.ts";
import { removeFromStore } from "./media-store.server.ts";

/** Notes what is to be taken off the disk, in the transaction that deletes its rows. */
export function forget(tx: Tx, paths: string[]) {
  for (const path of paths)
    tx.insert(removals).values({ path }).onConflictDoNothing().run();
}

/** Takes noted files and folders off the disk; what a crash leaves is taken at the next call. */
export async function removeForgotten() {
  const db = getDb();
  for (const { path } of db.select().from(removals).all()) {
    await removeFromStore(path);
    db.delete(removals).where(eq(removals.path, path)).run();
  }
}
