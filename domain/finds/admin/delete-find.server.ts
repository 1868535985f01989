import { eq } from "drizzle-orm";
import { rockPosts } from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import { deleteHistory } from "#domain/history/history.server.ts";
import { findFolder, shareFolder } from "../../store/paths.ts";
import {
  removeScheduled,
  scheduleRemoval,
} from "#domain/store/removals.server.ts";
import { refreshRocks } from "../pins.server.ts";
import { numbersOf, withFindLock } from "./move-find.server.ts";
import { findNotFound } from "./read-finds.server.ts";

/**
 * Deletes a find with its rows and files.
 * @throws {DomainError} not_found
 */
export const deleteFind = (rpsKey: number) =>
  withFindLock(rpsKey, () => removeFind(rpsKey));

async function removeFind(rpsKey: number) {
  write((tx) => {
    const row = tx
      .select()
      .from(rockPosts)
      .where(eq(rockPosts.rps_key, rpsKey))
      .get();
    if (!row) throw findNotFound();
    tx.delete(rockPosts).where(eq(rockPosts.rps_key, rpsKey)).run();
    deleteHistory(tx, rpsKey);
    refreshRocks(tx, [row.rock_number]);
    scheduleRemoval(tx, [
      ...numbersOf(row).map((number) => findFolder(number, row.uuid)),
      shareFolder(row.rock_number),
    ]);
  });
  await removeScheduled();
}
