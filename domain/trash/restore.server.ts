import { eq, lte } from "drizzle-orm";
import { trash } from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import { startDueJobs } from "../jobs/ledger.server.ts";
import {
  parseRows,
  purge,
  requireTrashed,
  type KindOfTrash,
} from "../store/discard.server.ts";
import { removeScheduled } from "../store/removals.server.ts";
import {
  bringBack,
  tidyTrash,
  withTrashLock,
} from "../store/trash-moves.server.ts";
import { insertRows } from "../store/trashed-rows.server.ts";
import type { Restored } from "./answers.ts";
import { deriveAgain } from "./derive-again.server.ts";
import { kinds } from "./kinds.server.ts";

/** Brings things back from the trash as they were, or removes them for good. */

/**
 * Brings a thing back from the trash as it was.
 * @throws {DomainError} not_found; conflict with what has to be done first; unavailable
 */
export async function restore(trashKey: number): Promise<Restored> {
  const thing = requireTrashed(trashKey);
  const { kind, key } = thing;
  const { prepare, fitIn, afterwards, guard }: KindOfTrash = kinds[kind];
  const rows = parseRows(thing);
  const bringItBack = () =>
    bringBack(
      trashKey,
      (tx) => {
        requireTrashed(trashKey, tx);
        return prepare(tx, rows);
      },
      (tx) => {
        fitIn?.(tx, rows);
        insertRows(tx, rows);
        afterwards?.(tx, rows);
        deriveAgain(tx, rows);
        tx.delete(trash).where(eq(trash.trash_key, trashKey)).run();
      },
    );
  await (guard ? guard(thing, bringItBack) : bringItBack());
  startDueJobs();
  return { kind, key };
}

/** Removes what has been in the trash for `TRASH_DAYS`. */
export async function sweepTrash() {
  const now = new Date().toISOString();
  await withTrashLock(() =>
    Promise.resolve(
      write((tx) => purge(tx, kinds, lte(trash.expires_dt, now))),
    ),
  );
  await removeScheduled();
  await tidyTrash();
}
