import { randomUUID } from "node:crypto";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { getDb } from "#db/client.server.ts";
import {
  albums,
  photos,
  rockPostImages,
  rockPosts,
  rocks,
} from "#db/schema.ts";

/** Adds rows of the test's own database. A test says what it needs of them, the rest is made up. */

const insert = <T extends SQLiteTable>(table: T, values: T["$inferInsert"]) =>
  getDb().insert(table).values(values).returning().get() as T["$inferSelect"];

export const addFind = (values: Partial<typeof rockPosts.$inferInsert> = {}) =>
  insert(rockPosts, {
    uuid: randomUUID(),
    rock_number: 7,
    location: "Harbour wall",
    date: "2026-05-17T00:00:00Z",
    comment: "There it was.",
    ...values,
  });

export const addImage = (
  rps_key: number,
  values: Partial<typeof rockPostImages.$inferInsert> = {},
) => {
  const current_name = values.current_name ?? randomUUID();
  const names = {
    original_name: "a.jpg",
    original_file: `${current_name}.jpg`,
  };
  return insert(rockPostImages, { rps_key, current_name, ...names, ...values });
};

export const addRock = (
  rock_number: number,
  values: Partial<typeof rocks.$inferInsert> = {},
) => insert(rocks, { rock_number, original_file: "a.jpg", ...values });

export const addAlbum = (
  name: string,
  values: Partial<typeof albums.$inferInsert> = {},
) => insert(albums, { name, order_num: 1, ...values });

export const addPhoto = (
  pa_key: number,
  values: Partial<typeof photos.$inferInsert> = {},
) =>
  insert(photos, {
    ...{ pa_key, original_file: "a.jpg", name: "a.webp", order_num: 1 },
    ...values,
  });

/** Runs SQL on the test's own database. */
export const runSql = (sql: string) => void getDb().$client.exec(sql);

/** The rows of a query, as objects. */
export const readRows = (sql: string) =>
  getDb().$client.prepare<[], Record<string, unknown>>(sql).all();

/** The first column of a query's rows. */
export const readColumn = (sql: string) =>
  getDb().$client.prepare<[], unknown>(sql).pluck().all();
