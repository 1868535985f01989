import { eq, sql, type SQL } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { trash } from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import { DomainError } from "#core/errors.ts";
import { getSettings } from "#core/settings.server.ts";
import { noteHours } from "#domain/limits/hours-run.server.ts";
import { requireStore, storeAway } from "./identity.server.ts";
import { removeScheduled, scheduleRemoval } from "./removals.server.ts";
import type { TrashedRows } from "./trashed-rows.server.ts";

/** Things that are deleted, into the trash or for good. */

export type Thing = typeof trash.$inferSelect;
export type TrashKind = Thing["kind"];

/** The way that things of one kind come back, and the things that go with them. It lives with their subject. */
export interface KindOfTrash {
  /** @throws {DomainError} conflict, with the steps before it can come back */
  check?(tx: Tx, rows: TrashedRows): void;
  /** Changes rows to fit in with those that are there, before they are inserted. */
  fitIn?(tx: Tx, rows: TrashedRows): void;
  /** Brings data up to date that depends on the rows, once they are inserted. */
  afterwards?(tx: Tx, rows: TrashedRows): void;
  /** The path of its small picture; undefined without one. */
  getPicture?(rows: TrashedRows, folder: string): string | undefined;
  /** Deletes what is kept of a thing beside its rows and files, because it can't come back. */
  forget?(tx: Tx, key: number): void;
}

/** A subject's kinds, or all. */
export type KindsOfTrash = Partial<Record<TrashKind, KindOfTrash>>;

export const conflict = (message: string) =>
  new DomainError("conflict", message);

interface Deleted {
  kind: TrashKind;
  key: number;
  parent_key?: number;
  /** A name that a person recognises. */
  label: string;
  /** Things deleted along with it, in words. */
  detail: string;
  rows: TrashedRows;
  /** A folder, or an original and its derivatives. They stay where they are until it is deleted for good. */
  files: string[];
  submission_id?: string | null;
}

/**
 * Moves things to the trash that a transaction is about to delete, or schedules their files for removal if `TRASH_DAYS` is 0.
 * `removeScheduled` removes the files after the transaction.
 * @param forGood keeps nothing, and removes its parts from the trash too
 * @returns the key in the trash; undefined if nothing is kept
 * @throws {DomainError} unavailable while the store is away
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
    scheduleRemoval(tx, files);
    return undefined;
  }
  if (files.length > 0) requireStore();
  return tx
    .insert(trash)
    .values({
      ...thing,
      rows: JSON.stringify(rows),
      files: JSON.stringify(files),
      deleted_dt: new Date().toISOString(),
      expires_hour: noteHours(tx) + days * 24,
    })
    .returning()
    .get().trash_key;
}

/** Deletes what is in the trash, rows and files, for good. @returns how many things it was */
export function purge(
  tx: Tx,
  kinds: KindsOfTrash,
  which: SQL | undefined,
): number {
  const things = tx.select().from(trash).where(which).all();
  for (const thing of things) {
    tx.delete(trash).where(eq(trash.trash_key, thing.trash_key)).run();
    scheduleRemoval(tx, filesIn(thing));
    kinds[thing.kind]!.forget?.(tx, thing.key);
  }
  return things.length;
}

/** Removes a thing from the trash for good. @throws {DomainError} not_found, unavailable */
export async function deleteForGood(kinds: KindsOfTrash, trashKey: number) {
  write((tx) => {
    requireTrashed(trashKey, tx);
    purge(tx, kinds, eq(trash.trash_key, trashKey));
  });
  await removeScheduled();
}

/**
 * Rows and files removed for good with a thing.
 * @throws {DomainError} unavailable while its files are where an earlier version of the site has put them
 */
export function filesIn({ files }: Pick<Thing, "files">) {
  if (files === null) throw storeAway();
  return JSON.parse(files) as string[];
}

/** Reads the trash once, and tells whether a path of the store, or a folder above it, belongs to something in it. */
export function listTrashedFiles(db: Pick<Tx, "all"> = getDb()) {
  const files = new Set(
    db
      .all<{ file: string }>(
        sql`SELECT value AS file FROM trash, json_each(files)`,
      )
      .map(({ file }) => file),
  );
  return (path: string) =>
    path
      .split("/")
      .some((_, index, parts) =>
        files.has(parts.slice(0, index + 1).join("/")),
      );
}

export const isInTrash = (path: string, db?: Pick<Tx, "all">) =>
  listTrashedFiles(db)(path);

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
