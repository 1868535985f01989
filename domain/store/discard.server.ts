import { eq, type SQL } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { trash, trashMoves } from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import { DomainError } from "../core/errors.ts";
import { getSettings } from "../core/settings.server.ts";
import { noteClock } from "../limits/clock.server.ts";
import { trashFolder, type TrashedFile } from "./paths.ts";
import {
  removeScheduled,
  requireSettled,
  scheduleRemoval,
} from "./removals.server.ts";
import { scheduleTrashing, withTrashLock } from "./trash-moves.server.ts";
import type { TrashedRows } from "./trashed-rows.server.ts";

/** Things that are deleted, into the trash or for good. */

export const DAY_MS = 86_400_000;

export type Thing = typeof trash.$inferSelect;
export type TrashKind = Thing["kind"];

/** How the things of one kind come back, and what goes with them. It lives with their subject. */
export interface KindOfTrash {
  /**
   * Where the files belong.
   * @throws {DomainError} conflict with what has to be done first
   */
  prepare(tx: Tx, rows: TrashedRows): TrashedFile[];
  /** Changes rows to fit in with those that are there, before they are inserted. */
  fitIn?(tx: Tx, rows: TrashedRows): void;
  /** Brings up to date what depends on the rows, once they are inserted. */
  afterwards?(tx: Tx, rows: TrashedRows): void;
  /** Restores a thing while nobody changes what it belongs to. */
  guard?(thing: Thing, restore: () => Promise<void>): Promise<void>;
  /** The small picture, within the thing's folder in the trash; undefined without one. */
  getPicture?(rows: TrashedRows): string | undefined;
  /** Deletes what is kept of a thing beside its rows and files, because it can't come back. */
  forget?(tx: Tx, key: number): void;
}

/** A subject's kinds, or all. */
export type KindsOfTrash = Partial<Record<TrashKind, KindOfTrash>>;

export const conflict = (message: string) =>
  new DomainError("conflict", message);

/** The files of a thing that is a folder. */
export const whole = (path: string): TrashedFile[] => [{ path, part: "" }];

interface Deleted {
  kind: TrashKind;
  key: number;
  parent_key?: number;
  /** A name that a person recognises. */
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
  kinds: KindsOfTrash,
  { rows, files, ...thing }: Deleted,
  { forGood = false } = {},
): number | undefined {
  const days = getSettings().TRASH_DAYS;
  if (forGood || days === 0) {
    kinds[thing.kind]!.forget?.(tx, thing.key);
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
export function purge(
  tx: Tx,
  kinds: KindsOfTrash,
  which: SQL | undefined,
): number {
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
    kinds[thing.kind]!.forget?.(tx, thing.key);
  }
  return things.length;
}

/** Removes a thing from the trash for good. @throws {DomainError} not_found, unavailable */
export async function deleteForGood(kinds: KindsOfTrash, trashKey: number) {
  await withTrashLock(() =>
    Promise.resolve(
      write((tx) => {
        requireTrashed(trashKey, tx);
        purge(tx, kinds, eq(trash.trash_key, trashKey));
      }),
    ),
  );
  await removeScheduled();
}

export const parseRows = ({ rows }: Pick<Thing, "rows">) =>
  JSON.parse(rows) as TrashedRows;

/** @throws {DomainError} not_found */
export function requireTrashed(
  trashKey: number,
  db: Pick<Tx, "select"> = getDb(),
) {
  const row = db
    .select()
    .from(trash)
    .where(eq(trash.trash_key, trashKey))
    .get();
  if (!row)
    throw new DomainError(
      "not_found",
      "This isn't in the trash any more. It was restored, or deleted for good.",
    );
  return row;
}
