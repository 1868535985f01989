import { setImmediate } from "node:timers/promises";
import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import { PAGE_MAX } from "#core/limits.ts";
import { DomainError } from "#core/errors.ts";
import { sql, type SQL } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";

/** The sort values of a page's last item. In an address they are a cursor, which says where the page ends. */
const SortValues = v.array(v.nullable(v.union([v.string(), v.number()])));
type SortValues = v.InferOutput<typeof SortValues>;

export const encodeCursor = (values: SortValues) =>
  Buffer.from(JSON.stringify(values)).toString("base64url");

/** @throws {DomainError} bad_input unless `encodeCursor` made the cursor from `length` values */
export function decodeCursor(cursor: string, length: number): SortValues {
  try {
    const text = Buffer.from(cursor, "base64url").toString("utf8");
    return v.parse(v.pipe(SortValues, v.length(length)), JSON.parse(text));
  } catch {
    throw new DomainError(
      "bad_input",
      msg`That cursor is not one of this list's.`,
      { fields: { before: msg`That is not a cursor of this list.` } },
    );
  }
}

/** Number of rows of a long list that are read at a time. */
export const PAGE_READ = 100;

export interface ListPage<T> {
  items: T[];
  next: string | null;
  /** How many items the whole list has, if that was counted. */
  total?: number;
}
type ReadPage<T> = (before: string | undefined) => ListPage<T>;

/** The items after `before`, page by page, with other requests in between. Errors of the first are thrown at once. */
export const readPages = <T>(read: ReadPage<T>, before?: string) =>
  goOn(read, read(before));

async function* goOn<T>(read: ReadPage<T>, { items, next }: ListPage<T>) {
  for (;;) {
    yield* items;
    if (next === null) return;
    await setImmediate();
    ({ items, next } = read(next));
  }
}

export interface PageRequest {
  limit?: number;
  before?: string;
}

export interface ListRequest extends PageRequest {
  /** A field's name, with `-` before it for descending order. */
  sort?: string;
}

interface List {
  select: SQL;
  from: SQL;
  where?: SQL;
}

interface Order {
  /** They are never NULL, and unique together. */
  keys: SQL[];
  down?: boolean;
  /** Whether the first key is an expression. SQLite can't search an index on expressions for several keys at once. */
  isExpression?: boolean;
}

/** @param as makes an item of a row */
export function readPage<Row extends object, Item = Row>(
  { select, from, where = sql`1`, keys, down, isExpression }: List & Order,
  { limit = PAGE_MAX, before }: PageRequest,
  as: (row: Row) => Item,
): ListPage<Item> {
  const start =
    before === undefined ? undefined : decodeCursor(before, keys.length);
  const after = start
    ? sql`(${list(keys)}) ${down ? sql`<` : sql`>`} (${list(start.map((value) => sql`${value}`))})`
    : sql`1`;
  const near =
    start && isExpression
      ? sql`${keys[0]} ${down ? sql`<=` : sql`>=`} ${start[0]}`
      : sql`1`;
  const rows = getDb().all<Row & { cursor: string }>(sql`
    SELECT ${select}, json_array(${list(keys)}) AS cursor FROM ${from} WHERE ${where} AND ${near} AND ${after}
     ORDER BY ${list(keys.map((key) => (down ? sql`${key} DESC` : key)))}
     LIMIT ${limit + 1}`);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map(({ cursor: _, ...row }) => as(row as unknown as Row)),
    next:
      last && rows.length > page.length
        ? encodeCursor(JSON.parse(last.cursor) as SortValues)
        : null,
  };
}

const list = (parts: SQL[]) => sql.join(parts, sql`, `);

/**
 * @param sortable the sort keys of each field, in the order of its index
 * @param expressions the fields whose first key is an expression
 * @param order the order if none is asked for
 */
export function readSorted<Row extends object, Item>(
  {
    sortable,
    expressions,
    order,
    ...list
  }: List & {
    sortable: Record<string, SQL[]>;
    expressions: string[];
    order: string;
  },
  { sort = order, ...request }: ListRequest,
  as: (row: Row) => Item,
) {
  const down = sort.startsWith("-");
  const field = down ? sort.slice(1) : sort;
  const keys = requireSortable(sortable, field);
  const isExpression = expressions.includes(field);
  return readPage({ ...list, keys, down, isExpression }, request, as);
}

export function requireSortable<Keys>(
  sortable: Record<string, Keys>,
  field: string,
): Keys {
  if (Object.hasOwn(sortable, field)) return sortable[field]!;
  throw new DomainError("bad_input", `The list can't be sorted by ${field}.`, {
    fields: {
      sort: `Sort by one of ${Object.keys(sortable).join(", ")}, with - before it for descending order.`,
    },
  });
}

/** A select list: the names of an answer's fields as columns of a table or its alias. */
export const columnsOf = (table: string, fields: object) =>
  sql.raw(
    Object.keys(fields)
      .map((name) => `${table}."${name}"`)
      .join(", "),
  );
