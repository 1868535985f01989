import { eq, sql, type SQL, getTableColumns, inArray } from "drizzle-orm";
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
  removals,
  siteFiles,
} from "#db/schema.ts";
import { DomainError } from "#core/errors.ts";
import { getSettings } from "#core/settings.server.ts";
import { noteHours } from "#domain/limits/hours-run.server.ts";
import { requireStore, storeAway, isStoreHere } from "./identity.server.ts";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { log } from "#core/log.server.ts";
import { removeFromStore } from "./write.server.ts";
import { write } from "#db/write.server.ts";
import { withLock } from "#core/with-lock.server.ts";

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
  /** Deletes what is kept of a thing beside its rows and files, because it can't come back. */
  forget?(tx: Tx, key: number): void;
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
  /** A folder, or an original and its derivatives. They stay where they are until it is deleted for good. */
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

export const deleteForGood = (kinds: KindsOfTrash, trashKey: number) =>
  writeAndRemove((tx) => {
    requireTrashed(trashKey, tx);
    purge(tx, kinds, eq(trash.trash_key, trashKey));
  });

/** The paths to remove with a thing. Refuses while they are where an earlier version of the site has put them. */
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

/** Records files and folders to be removed, in the transaction that deletes their rows. */
export function scheduleRemoval(tx: Tx, paths: string[]) {
  requireStore();
  for (const path of paths) {
    tx.insert(removals).values({ path }).onConflictDoNothing().run();
    // The check would miss it.
    tx.delete(siteFiles).where(eq(siteFiles.path, path)).run();
  }
}

/** A file that can't be removed now, or was left by a crash, is tried again at the next call, and holds up no other. */
export async function removeScheduled() {
  await withLock("removals", async () => {
    const db = getDb();
    for (const { path } of db.select().from(removals).all()) {
      if (!isStoreHere()) return;
      try {
        await removeFromStore(path);
      } catch (error) {
        log.error("a deleted file could not be removed", { path, error });
        continue;
      }
      // If the store is away, nothing was found, so nothing has been removed.
      if (!isStoreHere()) return;
      db.delete(removals).where(eq(removals.path, path)).run();
    }
  });
}

export async function writeAndRemove<T>(run: (tx: Tx) => T): Promise<T> {
  const result = write(run);
  await removeScheduled();
  return result;
}

/** Whether a path, or a folder above it, still has to be removed. */
export function isLeaving(path: string, db: Pick<Tx, "select"> = getDb()) {
  const parts = path.split("/");
  const above = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  return (
    db.select().from(removals).where(inArray(removals.path, above)).get() !==
    undefined
  );
}

/** Makes sure that a place is free again after what was there was deleted. */
export async function requireRemoved(path: string) {
  await removeScheduled();
  if (isLeaving(path))
    throw new DomainError(
      "unavailable",
      "What was deleted here before can't be removed from the disk at the moment. Please try again later.",
    );
}
