import { eq, sql, type SQL, getTableColumns } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import {
  trash,
  albums,
  photos,
  rockPostImages,
  rockPosts,
  rocks,
  uploads,
  usedPhotoNames,
  users,
} from "#db/schema.ts";
import { DomainError } from "#core/errors.ts";
import { getSettings } from "#core/settings.server.ts";
import { noteHours } from "#domain/limits/hours-run.server.ts";
import { requireStore, storeAway } from "./identity.server.ts";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import {
  scheduleRemoval,
  writeAndRemove,
  type LeavingFile,
} from "./removals.server.ts";

export type Thing = typeof trash.$inferSelect;
export type TrashKind = Thing["kind"];

/** The way that things of one kind come back, and the things that go with them. It lives with their subject. */
export interface KindOfTrash {
  /**
   * Changes rows to fit in with those that are there, before they are inserted.
   * @throws {DomainError} conflict, with the steps before it can come back
   */
  before?(tx: Tx, rows: TrashedRows): void;
  /** Brings data up to date that depends on the rows, once they are inserted. */
  afterwards?(tx: Tx, rows: TrashedRows): void;
  /** The path of its small picture; undefined without one. */
  getPicture?(rows: TrashedRows, folder: string): string | undefined;
  /** The files to remove with it for good. @param place the first path that the trash has of it */
  listFiles(rows: TrashedRows, place: string): LeavingFile[];
  /** Deletes what is kept of a thing beside its rows and files, because it can't come back. */
  forget?(tx: Tx, key: number, rows: TrashedRows): void;
}

type KindsOfTrash = Partial<Record<TrashKind, KindOfTrash>>;

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
  /** A folder, or an original and its derivatives. Nothing else gets these places until it is deleted for good. */
  files: string[];
  submission_id?: string | null;
}

/**
 * Moves things to the trash that a transaction is about to delete, or has their files removed if `TRASH_DAYS` is 0.
 * @param forGood keeps nothing, and removes its parts from the trash too
 * @returns the key in the trash; undefined if nothing is kept
 */
export function discard(
  tx: Tx,
  kinds: KindsOfTrash,
  { rows, files, ...thing }: Deleted,
  { forGood = false } = {},
): number | undefined {
  const days = getSettings().TRASH_DAYS;
  if (forGood || days === 0) {
    removeThing(tx, kinds, { ...thing, rows, place: files[0] });
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
    removeThing(tx, kinds, {
      ...thing,
      rows: parseRows(thing),
      place: filesIn(thing)[0],
      deletedAt: Date.parse(thing.deleted_dt),
    });
  }
  return things.length;
}

interface Leaving extends Pick<Deleted, "kind" | "key" | "rows"> {
  /** Undefined for a thing without files. */
  place: string | undefined;
  /** Milliseconds since 1970; now if absent. */
  deletedAt?: number;
}

function removeThing(
  tx: Tx,
  kinds: KindsOfTrash,
  { kind, key, rows, place, deletedAt }: Leaving,
) {
  const { listFiles, forget } = kinds[kind]!;
  if (place !== undefined)
    scheduleRemoval(tx, place, listFiles(rows, place), deletedAt);
  forget?.(tx, key, rows);
}

export const deleteForGood = (kinds: KindsOfTrash, trashKey: number) =>
  writeAndRemove((tx) => {
    requireTrashed(trashKey, tx);
    purge(tx, kinds, eq(trash.trash_key, trashKey));
  });

/** The places of a thing. Refuses while its files are where an earlier version of the site has put them. */
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

/** The rows of a thing in the trash, in the order in which they have to be inserted. */
const tables = {
  users,
  rocks,
  rock_posts: rockPosts,
  rock_post_images: rockPostImages,
  uploads,
  albums,
  photos,
  used_photo_names: usedPhotoNames,
};
type Tables = typeof tables;
type TableName = keyof Tables;

export type TrashedRows = {
  [N in TableName]?: Tables[N]["$inferInsert"][];
};

/** Triggers and `refreshRocks` compute them from other rows, which may change while a row is in the trash. */
const COMPUTED = ["total_images", "artists_text", "shown_posts"];

const storedColumns = (table: SQLiteTable) =>
  Object.fromEntries(
    Object.entries(getTableColumns(table)).filter(
      ([name, { generated }]) => !generated && !COMPUTED.includes(name),
    ),
  );

/** Reads the rows that are about to be deleted, in the order in which they were inserted. */
export function readRows<N extends TableName>(
  tx: Tx,
  name: N,
  where: SQL | undefined,
) {
  const table: SQLiteTable = tables[name];
  const rows = tx
    .select(storedColumns(table))
    .from(table)
    .where(where)
    .orderBy(sql`rowid`)
    .all();
  return rows as Tables[N]["$inferInsert"][];
}

/** Inserts rows as they were. Leaves out columns that this version of the site no longer has. */
export function insertRows(tx: Tx, rows: TrashedRows) {
  for (const [name, table] of Object.entries(tables)) {
    const columns = Object.keys(storedColumns(table));
    for (const row of rows[name as TableName] ?? []) {
      const known = Object.entries(row).filter(([column]) =>
        columns.includes(column),
      );
      const insert = tx
        .insert(table)
        .values(Object.fromEntries(known) as never);
      // A trigger has noted the photos' names already.
      (table === usedPhotoNames ? insert.onConflictDoNothing() : insert).run();
    }
  }
}
