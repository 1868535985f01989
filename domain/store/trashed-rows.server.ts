import { getTableColumns, sql, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Tx } from "#db/client.server.ts";
import {
  albums,
  photos,
  rockPostImages,
  rockPosts,
  rocks,
  uploads,
  usedPhotoNames,
  users,
} from "#db/schema.ts";

/** The rows of a thing in the trash, as JSON. */

/** In the order in which they have to be inserted. */
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
} & {
  /** The keys of the pictures whose derivatives were still to be made. */
  unfinished?: number[];
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
