import { beforeEach, expect, test } from "vitest";
import fc, { forAll, tryValues } from "#tests/setup/seeded.ts";
import { getDb } from "#db/client.server.ts";
import { DomainError } from "#core/errors.ts";
import { listFinds } from "#domain/finds/admin/read-finds.server.ts";
import { listPublicFinds } from "#domain/finds/journeys.server.ts";
import { decodeCursor, encodeCursor } from "#domain/lists/paging.server.ts";
import { listRocks } from "#domain/rocks/rocks.server.ts";
import { listTrash } from "#domain/trash/trash.server.ts";
import { addFind, addRock } from "#tests/setup/rows.ts";
import { anyText } from "./values.ts";

const value = fc.oneof(
  anyText(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
  fc.constant(null),
);
const values = fc.array(value, { maxLength: 5 });

test("a cursor is read as it was written, in an address too", () =>
  forAll([values], (values) => {
    const cursor = encodeCursor(values);
    expect(encodeURIComponent(cursor)).toBe(cursor);
    // A lone half of a surrogate pair is no text, in UTF-8 as in the database.
    const inUtf8 = (value: unknown) =>
      typeof value === "string" ? Buffer.from(value).toString() : value;
    const read = decodeCursor(cursor, values.length);
    expect(read.map(inUtf8)).toEqual(values.map(inUtf8));
    const readMore = () => decodeCursor(cursor, values.length + 1);
    expect(readMore).toThrow(DomainError);
  }));

interface Asked {
  limit?: number;
  before?: string;
  sort?: string;
}
type List = (asked: Asked) => { items: unknown[]; next: string | null };
const LISTS: Record<"finds" | "public finds" | "rocks" | "trash", List> = {
  finds: listFinds,
  "public finds": listPublicFinds,
  rocks: listRocks,
  trash: listTrash,
};

const hostile = fc.oneof(
  anyText(),
  fc.json().map((json) => Buffer.from(json).toString("base64url")),
  values.map(encodeCursor),
  fc.constantFrom("W251bGxd", "WzFlOTk5XQ", "[1e999]", "W1tdXQ", "e30"),
);

test.each(Object.entries(LISTS))(
  "whatever a client sends as a cursor of %s, it is taken or refused, and breaks nothing",
  (name, list) =>
    tryValues(300, [hostile], (before) => {
      for (const sort of name === "finds"
        ? [undefined, "-comment"]
        : [undefined])
        try {
          list({ limit: 3, before, sort });
        } catch (error) {
          expect(error).toBeInstanceOf(DomainError);
          expect(error).toMatchObject({ kind: "bad_input" });
        }
    }),
);

beforeEach(() => {
  const tables = ["rock_posts", "rocks", "trash"];
  for (const table of tables) getDb().$client.exec(`DELETE FROM ${table}`);
});

/** Expects a list to be the same page by page as it is whole. */
function expectSame(
  name: keyof typeof LISTS,
  { limit, sort }: Asked,
  count: number,
) {
  const all: unknown[] = [];
  let before: string | undefined;
  do {
    const { items, next } = LISTS[name]({ limit, before, sort });
    expect(items.length).toBeLessThanOrEqual(limit!);
    all.push(...items);
    // The same page again and again would never end.
    expect(all.length).toBeLessThan(100);
    before = next ?? undefined;
  } while (before !== undefined);
  expect(all).toHaveLength(count);
  expect(all).toEqual(LISTS[name]({ sort }).items);
}

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
const finds = fc.array(find, { maxLength: 12 });
const limits = fc.integer({ min: 1, max: 5 });
const anyOf = (names: string) => fc.constantFrom(...names.split(" "));
const fields = anyOf(
  "coordinates rock_number location date comment name email uuid show create_dt total_images",
);
const sorts = fc.tuple(fc.constantFrom("", "-"), fields);

test("page by page a list has each of its items once, in the order of the whole list", () =>
  tryValues(50, [finds, limits, sorts], (finds, limit, [minus, field]) => {
    getDb().$client.exec("DELETE FROM rock_posts");
    for (const row of finds) addFind({ ...row, longitude: row.latitude });
    expectSame("finds", { limit, sort: minus + field }, finds.length);
    const shown = finds.filter(({ show }) => show).length;
    expectSame("public finds", { limit }, shown);
  }));

const rock = fc.record({
  rock_number: fc.integer({ min: 1, max: 100_000 }),
  comment: text,
});
const rocks = fc.uniqueArray(rock, {
  selector: ({ rock_number }) => rock_number,
  maxLength: 10,
});
const rockSorts = anyOf("rock_number -artists comment -comment create_dt");

test("the same holds for the catalogue and for the trash", () =>
  tryValues(50, [rocks, limits, rockSorts], (rocks, limit, sort) => {
    getDb().$client.exec("DELETE FROM rocks; DELETE FROM trash");
    for (const { rock_number, comment } of rocks)
      addRock(rock_number, { comment });
    getDb().$client.exec(`
      INSERT INTO trash (kind, key, label, rows, deleted_dt, expires_hour)
      SELECT 'rock', rock_number, comment, '{}', '2026-06-01T00:00:00.000Z', 720 FROM rocks`);
    expectSame("rocks", { limit, sort }, rocks.length);
    expectSame("trash", { limit }, rocks.length);
  }));

test.each([
  ["rock_number", [1, 2, 3]],
  ["comment", [2, 3, 1]],
  ["create_dt", [2, 3, 1]],
])("the catalogue is sorted by %s, in both directions", (field, numbers) => {
  addRock(3, { comment: "b", create_dt: "2026-01-02" });
  addRock(1, { comment: "C", create_dt: "2026-01-03" });
  addRock(2, { comment: "a", create_dt: "2026-01-01" });
  const numbersBy = (sort: string) =>
    listRocks({ sort }).items.map(({ rock_number }) => rock_number);
  expect(numbersBy(field)).toEqual(numbers);
  expect(numbersBy(`-${field}`)).toEqual(numbers.toReversed());
});
