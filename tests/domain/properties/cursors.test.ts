import fc from "#tests/setup/seeded.ts";
import { expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { rocks } from "#db/schema.ts";
import { DomainError } from "#core/errors.ts";
import { listFinds } from "#domain/finds/admin/read-finds.server.ts";
import { listPublicFinds } from "#domain/finds/journeys.server.ts";
import { decodeCursor, encodeCursor } from "#domain/lists/paging.server.ts";
import { listRocks } from "#domain/rocks/rocks.server.ts";
import { listTrash } from "#domain/trash/read-trash.server.ts";
import { addFind, addRock } from "#tests/setup/rows.ts";
import { anyText } from "./any-text.ts";

const value = fc.oneof(
  anyText(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
  fc.constant(null),
);

test("a cursor is read as it was written, in an address too", () => {
  fc.assert(
    fc.property(fc.array(value, { maxLength: 5 }), (values) => {
      const cursor = encodeCursor(values);
      expect(encodeURIComponent(cursor)).toBe(cursor);
      // A lone half of a surrogate pair is no text, in UTF-8 as in the database.
      const inUtf8 = (value: unknown) =>
        typeof value === "string" ? Buffer.from(value).toString() : value;
      expect(decodeCursor(cursor, values.length).map(inUtf8)).toEqual(
        values.map(inUtf8),
      );
      expect(() => decodeCursor(cursor, values.length + 1)).toThrow(
        DomainError,
      );
    }),
  );
});

const lists = {
  finds: (before: string) => listFinds({ limit: 3, before }),
  "finds by comment": (before: string) =>
    listFinds({ limit: 3, before, sort: "-comment" }),
  "public finds": (before: string) => listPublicFinds({ limit: 3, before }),
  rocks: (before: string) => listRocks({ limit: 3, before }),
  trash: (before: string) => listTrash({ limit: 3, before }),
};

test("whatever a client sends as a cursor, it is taken or refused, and breaks nothing", () => {
  const hostile = fc.oneof(
    anyText(),
    fc.json().map((json) => Buffer.from(json).toString("base64url")),
    fc.array(value, { maxLength: 5 }).map(encodeCursor),
    fc.constantFrom("W251bGxd", "WzFlOTk5XQ", "[1e999]", "W1tdXQ", "e30"),
  );
  fc.assert(
    fc.property(hostile, (before) => {
      for (const list of Object.values(lists))
        try {
          list(before);
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
          expect(error.kind).toBe("bad_input");
        }
    }),
    { numRuns: 300 },
  );
});

/** Few values, so that many rows are alike; as the site stores them, without lone halves of surrogate pairs. */
const text = fc.oneof(
  fc.constantFrom("a", "A", "ä", "", "\0", "a\0b", "'", "😀"),
  anyText({ maxLength: 4 }).map((text) => Buffer.from(text).toString()),
);
const find = fc.record({
  rock_number: fc.constantFrom(0, 7, 8),
  location: text,
  comment: text,
  name: text,
  email: text,
  date: fc.constantFrom("2026-05-17T00:00:00Z", "2026-05-18T00:00:00Z"),
  create_dt: fc.constantFrom(
    "2026-06-01T00:00:00.000Z",
    "2026-06-01T00:00:00.001Z",
  ),
  latitude: fc.constantFrom(null, 0, -0.5, 89.123456789),
  show: fc.boolean(),
});

interface Page {
  limit?: number;
  before?: string;
}

/** Expects a list to be the same page by page as it is whole. */
function expectSame(
  limit: number,
  count: number,
  read: (page: Page) => { items: unknown[]; next: string | null },
) {
  const all: unknown[] = [];
  let before: string | undefined;
  do {
    const { items, next } = read({ limit, before });
    expect(items.length).toBeLessThanOrEqual(limit);
    all.push(...items);
    // The same page again and again would never end.
    expect(all.length).toBeLessThan(100);
    before = next ?? undefined;
  } while (before !== undefined);
  expect(all).toHaveLength(count);
  expect(all).toEqual(read({}).items);
}

const empty = () =>
  getDb().$client.exec(
    "DELETE FROM rock_posts; DELETE FROM rocks; DELETE FROM trash",
  );

const SORTED =
  "coordinates rock_number location date comment name email uuid show create_dt total_images";

test("page by page a list has each of its items once, in the order of the whole list", () => {
  const fields = SORTED.split(" ").flatMap((field) => [field, `-${field}`]);
  fc.assert(
    fc.property(
      fc.array(find, { maxLength: 12 }),
      fc.integer({ min: 1, max: 5 }),
      fc.constantFrom(...fields),
      (finds, limit, sort) => {
        empty();
        for (const row of finds) addFind({ ...row, longitude: row.latitude });
        expectSame(limit, finds.length, (page) => {
          const { posts, next } = listFinds({ ...page, sort });
          return { items: posts, next };
        });
        const shown = finds.filter(({ show }) => show).length;
        expectSame(limit, shown, (page) => {
          const { posts, next } = listPublicFinds(page);
          return { items: posts, next };
        });
      },
    ),
    { numRuns: 50 },
  );
});

test("the same holds for the catalogue and for the trash", () => {
  const rock = fc.record({
    rock_number: fc.integer({ min: 1, max: 100_000 }),
    comment: text,
  });
  const sorts = "rock_number -artists comment -comment create_dt".split(" ");
  const addTrash = getDb().$client.prepare(
    `INSERT INTO trash (kind, key, label, rows, deleted_dt, expires_hour)
     VALUES ('rock', ?, ?, '{}', '2026-06-01T00:00:00.000Z', 720)`,
  );
  fc.assert(
    fc.property(
      fc.uniqueArray(rock, {
        selector: ({ rock_number }) => rock_number,
        maxLength: 10,
      }),
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom(...sorts),
      (list, limit, sort) => {
        empty();
        for (const { rock_number, comment } of list) {
          addRock(rock_number, { comment });
          addTrash.run(rock_number, comment);
        }
        expectSame(limit, list.length, (page) => {
          const { rocks, next } = listRocks({ ...page, sort });
          return { items: rocks, next };
        });
        expectSame(limit, list.length, listTrash);
      },
    ),
    { numRuns: 50 },
  );
});

test("the catalogue is sorted by each of its columns, in both directions", () => {
  getDb().delete(rocks).run();
  for (const [rock_number, comment, create_dt] of [
    [3, "b", "2026-01-02"],
    [1, "C", "2026-01-03"],
    [2, "a", "2026-01-01"],
  ] as const)
    addRock(rock_number, { comment, create_dt });
  const numbersBy = (sort: string) =>
    listRocks({ sort }).rocks.map(({ rock_number }) => rock_number);
  for (const [field, numbers] of Object.entries({
    rock_number: [1, 2, 3],
    comment: [2, 3, 1],
    create_dt: [2, 3, 1],
  })) {
    expect(numbersBy(field)).toEqual(numbers);
    expect(numbersBy(`-${field}`)).toEqual(numbers.toReversed());
  }
});
