import { DomainError } from "../core/errors.ts";

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

/** How many rows of a long list are read at a time. */
export const PAGE_READ = 500;

/** A whole list, read page by page. Other requests are answered between two pages, and only one is in memory. */
export async function* readPages<T>(
  read: (before: string | undefined) => { items: T[]; next: string | null },
) {
  let before: string | undefined;
  for (;;) {
    const { items, next } = read(before);
    yield* items;
    if (next === null) return;
    before = next;
    await new Promise(setImmediate);
  }
}
