import { and, eq, type SQL } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import {
  digestFinds,
  trash,
  trashedRockArtists,
  trashMoves,
} from "#db/schema.ts";
import { getSettings } from "../core/settings.server.ts";
import { deleteHistory } from "../history/history.server.ts";
import { noteClock } from "../limits/clock.server.ts";
import { trashFolder, type TrashedFile } from "../store/paths.ts";
import { requireSettled, scheduleRemoval } from "../store/removals.server.ts";
import { scheduleTrashing } from "../store/trash-moves.server.ts";
import type { TrashedRows } from "./rows.server.ts";
import type { TrashKind } from "./schemas.ts";

/** Things that are deleted, into the trash or for good. */

export const DAY_MS = 86_400_000;

interface Deleted {
  kind: TrashKind;
  key: number;
  parent_key?: number;
  /** What a person knows it by. */
  label: string;
  /** What is deleted along with it, in words. */
  detail: string;
  rows: TrashedRows;
  files: TrashedFile[];
  submission_id?: string | null;
}

/**
 * Keeps what a transaction is about to delete in the trash, or schedules its files for removal if `TRASH_DAYS` is 0.
 * `removeScheduled` moves or removes the files after the transaction.
 * @param forGood keeps nothing, and removes what is in the trash of its parts too
 * @returns the key in the trash; undefined if nothing is kept
 * @throws {DomainError} unavailable while the store is away, or while files inside of a folder are on their way
 */
export function discard(
  tx: Tx,
  { rows, files, ...thing }: Deleted,
  { forGood = false } = {},
): number | undefined {
  const days = getSettings().TRASH_DAYS;
  if (forGood || days === 0) {
    forget(tx, thing);
    scheduleRemoval(
      tx,
      files.map(({ path }) => path),
    );
    return undefined;
  }
  for (const { path, part } of files) if (part === "") requireSettled(path, tx);
  const now = Date.now();
  noteClock(tx, now);
  const { trash_key } = tx
    .insert(trash)
    .values({
      ...thing,
      rows: JSON.stringify(rows),
      deleted_dt: new Date(now).toISOString(),
      expires_dt: new Date(now + days * DAY_MS).toISOString(),
    })
    .returning()
    .get();
  scheduleTrashing(tx, trash_key, files);
  return trash_key;
}

/** Deletes what is in the trash, rows and files, for good. @returns how many things it was */
export function purge(tx: Tx, which: SQL | undefined): number {
  const things = tx.select().from(trash).where(which).all();
  for (const thing of things) {
    const moves = tx
      .select()
      .from(trashMoves)
      .where(eq(trashMoves.trash_key, thing.trash_key))
      .all();
    tx.delete(trash).where(eq(trash.trash_key, thing.trash_key)).run();
    scheduleRemoval(tx, [
      trashFolder(thing.trash_key),
      ...moves.map(({ path }) => path),
    ]);
    forget(tx, thing);
  }
  return things.length;
}

/** Deletes what is kept of a thing beside its rows and files, because it can't come back. */
function forget(tx: Tx, { kind, key }: Pick<Deleted, "kind" | "key">) {
  if (kind === "find") {
    purge(tx, and(eq(trash.kind, "find-image"), eq(trash.parent_key, key)));
    deleteHistory(tx, key);
    tx.delete(digestFinds).where(eq(digestFinds.rps_key, key)).run();
  }
  if (kind === "album")
    purge(tx, and(eq(trash.kind, "photo"), eq(trash.parent_key, key)));
  if (kind === "rock")
    tx.delete(trashedRockArtists)
      .where(eq(trashedRockArtists.rc_key, key))
      .run();
  if (kind === "artist")
    tx.delete(trashedRockArtists)
      .where(eq(trashedRockArtists.ra_key, key))
      .run();
}
