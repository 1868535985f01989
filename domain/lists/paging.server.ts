import { setImmediate } from "node:timers/promises";
import { DomainError } from "#core/errors.ts";

/** Encodes where a page ends, which is the sort values of its last item, for use in an address. */
export function encodeCursor(values: (string | number | null)[]) {
  return Buffer.from(JSON.stringify(values)).toString("base64url");
}

/** @throws {DomainError} bad_input unless `encodeCursor` made the cursor from `length` values */
export function decodeCursor(
  cursor: string,
  length: number,
): (string | number | null)[] {
  try {
    const values: unknown = JSON.parse(
      Buffer.from(cursor, "base64url").toString("utf8"),
    );
    if (
      Array.isArray(values) &&
      values.length === length &&
      values.every(
        (value) =>
          value === null ||
          typeof value === "string" ||
          typeof value === "number",
      )
    )
      return values as (string | number | null)[];
  } catch {
    // Not a cursor: refused below.
  }
  throw new DomainError("bad_input", "That cursor is not one of this list's.", {
    fields: { before: "That is not a cursor of this list." },
  });
}

/** Number of rows of a long list that are read at a time. */
export const PAGE_READ = 100;

interface ListPage<T> {
  items: T[];
  next: string | null;
}
type ReadPage<T> = (before: string | undefined) => ListPage<T>;

/**
 * A whole list, or the items after `before`, read page by page. Other requests are answered between two pages, and
 * only one is in memory. Reads the first page at once, so that its errors can be answered.
 */
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
