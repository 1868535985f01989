import { eq, lte } from "drizzle-orm";
import { trash } from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import { hoursRun } from "#domain/limits/hours-run.server.ts";
import { startDueJobs } from "../jobs/ledger.server.ts";
import {
  filesIn,
  parseRows,
  purge,
  requireTrashed,
  type KindOfTrash,
} from "../store/discard.server.ts";
import { requireStore } from "../store/identity.server.ts";
import { removeScheduled } from "../store/removals.server.ts";
import { insertRows } from "../store/trashed-rows.server.ts";
import type { Restored } from "./answers.ts";
import { deriveAgain } from "./derive-again.server.ts";
import { kinds } from "./kinds.server.ts";

/** Brings things back from the trash as they were, or removes them for good. */

/**
 * Brings a thing back from the trash as it was. Its files have never moved.
 * @throws {DomainError} not_found; conflict, with the steps to take first; unavailable
 */
export function restore(trashKey: number): Restored {
  const restored = write((tx) => {
    const thing = requireTrashed(trashKey, tx);
    const { kind, key } = thing;
    const { check, fitIn, afterwards }: KindOfTrash = kinds[kind];
    const rows = parseRows(thing);
    if (filesIn(thing).length > 0) requireStore();
    check?.(tx, rows);
    fitIn?.(tx, rows);
    insertRows(tx, rows);
    afterwards?.(tx, rows);
    deriveAgain(tx, rows);
    tx.delete(trash).where(eq(trash.trash_key, trashKey)).run();
    return { kind, key };
  });
  startDueJobs();
  return restored;
}

/** Removes what has been in the trash for `TRASH_DAYS`. */
export async function sweepTrash() {
  write((tx) => purge(tx, kinds, lte(trash.expires_hour, hoursRun(tx))));
  await removeScheduled();
}
