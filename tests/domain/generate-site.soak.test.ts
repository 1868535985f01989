import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { closeDb, getDb, openDb } from "#db/client.server.ts";
import { rockPins, rocks } from "#db/schema.ts";
import { getTotals, listPins } from "#domain/finds/journeys.server.ts";
import { refreshRocks } from "#domain/rocks/pins.server.ts";
import { getSettings } from "#core/settings.server.ts";
import { generateSite } from "#bench/generate/site.mjs";

const SIZE = { rocks: 60, posts: 700 };

const folder = await mkdtemp(path.join(tmpdir(), "painted-rocks-sizes-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** All rows of all tables, except the time when the database was made. */
async function readAll(name: string, seed: number) {
  const database = path.join(folder, name);
  await generateSite({ ...SIZE, seed, database });
  const { $client: client } = openDb(database);
  const namesIn = (sql: string) => client.prepare(sql).pluck().all();
  const rows = namesIn(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_\\_%' ESCAPE '\\'",
  ).map((table) => {
    const columns = namesIn(
      `SELECT '"' || name || '"' FROM pragma_table_info('${table}') WHERE name <> 'create_dt'`,
    );
    return client.prepare(`SELECT ${columns} FROM ${table}`).all();
  });
  client.close();
  return JSON.stringify(rows);
}

test("the same numbers give the same site, another seed another", async () => {
  const first = await readAll("first.sqlite", 1);
  expect(await readAll("again.sqlite", 1)).toBe(first);
  expect(await readAll("other.sqlite", 2)).not.toBe(first);
});

test("a generated site's pins and totals are those that the domain would keep", async () => {
  const { DATABASE_PATH: database, MEDIA_DIR: media } = getSettings();
  closeDb();
  await generateSite({ ...SIZE, database, media });
  const db = getDb();
  const kept = () => ({
    pins: listPins(),
    totals: getTotals(),
    shown: db.select().from(rocks).all(),
  });
  const generated = kept();
  expect(generated.totals).toEqual({
    rocks_found: expect.any(Number),
    total_rocks: SIZE.rocks,
  });
  expect(generated.pins.length).toBeGreaterThan(SIZE.rocks / 2);
  expect(db.get(sql`SELECT count(*) AS posts FROM rock_posts`)).toEqual({
    posts: SIZE.posts,
  });

  db.transaction((tx) => {
    tx.delete(rockPins).run();
    tx.update(rocks).set({ shown_posts: -1 }).run();
    for (let number = 0; number <= SIZE.rocks; number++)
      refreshRocks(tx, [number]);
  });
  expect(kept()).toEqual(generated);
});
