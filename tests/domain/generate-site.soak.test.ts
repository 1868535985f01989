import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { closeDb, getDb } from "#db/client.server.ts";
import { rockPins, rocks } from "#db/schema.ts";
import { getTotals, listPins } from "#domain/finds/journeys.server.ts";
import { refreshRocks } from "#domain/rocks/pins.server.ts";
import { getSettings } from "#core/settings.server.ts";
import { generateSite } from "#bench/generate/site.mjs";

const SIZE = { rocks: 60, posts: 700 };

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
