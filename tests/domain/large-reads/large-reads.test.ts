import { rmSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import fc, { tryValues } from "#tests/setup/seeded.ts";
import { sql } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { write } from "#db/write.server.ts";
import type { DomainError } from "#core/errors.ts";
import { unpackPins, type MapPin } from "#domain/finds/packed-pins.ts";
import { refreshRocks } from "#domain/rocks/pins.server.ts";
import {
  prepareThread,
  readInThread,
} from "#domain/large-reads/read-in-thread.server.ts";
import {
  addFind,
  addRock,
  readColumn,
  readRows,
  runSql,
} from "#tests/setup/rows.ts";

const ROCKS = 40;
const FINDS = 300;

const textOf = async (read: ReturnType<typeof readInThread>) =>
  new TextDecoder().decode(await read);
const readPins = async () =>
  JSON.parse(await textOf(readInThread("pins"))) as { rps_key: number }[];

// The first test, because the database is not open yet.
test("a thread that can't start fails its read, and the next read has another", async () => {
  rmSync(process.env.DATABASE_PATH!);
  await expect(readInThread("pins")).rejects.toMatchObject({
    kind: "unavailable",
    retryAfter: expect.any(Number),
  });
  getDb();
  expect(await readPins()).toEqual([]);
});

describe("large reads", () => {
  const allNumbers = Array.from({ length: ROCKS + 1 }, (_, n) => n);
  beforeAll(() =>
    write((tx) => {
      for (const number of allNumbers.slice(1)) addRock(number);
      for (let n = 0; n < FINDS; n++)
        addFind({
          ...{ rock_number: n % (ROCKS + 1), show: n % 4 > 0 },
          ...{ latitude: (n % 170) - 85, longitude: (n % 350) - 175 },
          date: `2026-05-${10 + (n % 9)}T00:00:00Z`,
        });
      refreshRocks(tx, allNumbers);
      runSql(`
        INSERT INTO users (display_name) VALUES ('Ida');
        INSERT INTO rock_artists (rc_key, ra_key) SELECT rc_key, max(ra_key) FROM rocks, users GROUP BY rc_key`);
    }),
  );

  /** The pins as the description has them, without the table of pins. */
  const naivePins = () =>
    getDb().all<Omit<MapPin, "picture">>(sql`
      SELECT rps_key, latitude, longitude, rock_number FROM (
        SELECT rps_key, public_latitude AS latitude, public_longitude AS longitude, rock_number,
               row_number() OVER (PARTITION BY rock_number, iif(rock_number = 0, rps_key, 0)
                                  ORDER BY date DESC, create_dt DESC, rps_key DESC) AS place
          FROM rock_posts WHERE show = 1 AND latitude IS NOT NULL AND longitude IS NOT NULL)
       WHERE place = 1 ORDER BY rock_number, rps_key`);

  const change = fc.record({
    key: fc.integer({ min: 1, max: FINDS }),
    show: fc.integer({ min: 0, max: 1 }),
    number: fc.integer({ min: 0, max: ROCKS }),
    latitude: fc.option(fc.integer({ min: -90, max: 90 })),
  });
  const changes = fc.array(change, { minLength: 1, maxLength: 4 });

  test("are at each moment what the finds and rocks themselves say, whatever was changed", () =>
    tryValues(25, [changes], async (changes) => {
      write((tx) => {
        for (const { key, show, number, latitude } of changes)
          tx.run(sql`UPDATE rock_posts SET show = ${show}, rock_number = ${number}, latitude = ${latitude},
                       longitude = iif(${latitude} IS NULL, NULL, ifnull(longitude, 7.5)) WHERE rps_key = ${key}`);
        refreshRocks(tx, allNumbers);
        const { show, number } = changes[0]!;
        runSql(
          `UPDATE rocks SET pin_ready = ${show} WHERE rock_number = ${number}`,
        );
      });
      const [pins, packed, catalogue, sitemap] = await Promise.all([
        readPins(),
        readInThread("packedPins"),
        textOf(readInThread("catalogue")),
        textOf(readInThread("sitemap", ["/"])),
      ]);
      const expected = naivePins();
      expect(pins).toEqual(expected);
      const ready = new Set(
        readColumn("SELECT rock_number FROM rocks WHERE pin_ready"),
      );
      expect(unpackPins(packed!)).toMatchObject(
        expected.map(({ rock_number, rps_key }) => ({
          rock_number,
          rps_key: rock_number === 0 ? rps_key : 0,
          picture: ready.has(rock_number) ? "" : null,
        })),
      );
      expect(JSON.parse(catalogue)).toEqual(
        readRows(
          "SELECT rock_number, artists_text AS artists FROM rocks ORDER BY rock_number",
        ),
      );
      const listed = [...sitemap.matchAll(/\/rocks\/([^<]+)</g)];
      expect(new Set(listed.map(([, rock]) => rock))).toEqual(
        new Set(
          readColumn(
            "SELECT iif(rock_number = 0, '0?find=' || uuid, rock_number || '') FROM rock_posts WHERE show = 1",
          ),
        ),
      );
    }));

  test("that were asked for after a change have it, though others wait since before it", async () => {
    const pins = naivePins();
    for (const { rps_key, rock_number } of pins.slice(0, 10)) {
      const reads = ["catalogue", "pins", "packedPins"] as const;
      const before = reads.map((read) => readInThread(read));
      // The first of them is begun by now, and the others wait.
      await Promise.resolve();
      write((tx) => {
        tx.run(sql`UPDATE rock_posts SET show = 0 WHERE rps_key = ${rps_key}`);
        refreshRocks(tx, [rock_number]);
      });
      const keys = (await readPins()).map((pin) => pin.rps_key);
      expect(keys).not.toContain(rps_key);
      await Promise.all(before);
    }
  });

  test("say that they are too many, when more different ones wait than ever would", async () => {
    const asked = Array.from({ length: 30 }, async (_, part) => {
      try {
        await readInThread("sitemap", ["/"], part + 1);
        return "read";
      } catch (error) {
        return (error as DomainError).kind;
      }
    });
    const outcomes = await Promise.all(asked);
    expect(new Set(outcomes)).toEqual(new Set(["read", "unavailable"]));
    expect(await readPins()).toEqual(naivePins());
  });
});

test("a thread that runs out of memory ends alone, and the next message has another", async () => {
  const { ask } = prepareThread<string, number>(
    "tests/domain/large-reads/failing-thread.mjs",
    16,
  );
  const before = await ask("say who you are");
  await expect(ask("eat memory")).rejects.toMatchObject({
    code: "ERR_WORKER_OUT_OF_MEMORY",
  });
  expect(await ask("say who you are")).not.toBe(before);
});
