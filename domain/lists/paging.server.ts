import { DomainError } from "../core/errors.ts";

/** Where a page ends, as an opaque word for an address: the sort values of its last item. */
export function encodeCursor(values: (string | number | null)[]) {
  return Buffer.from(JSON.stringify(values)).toString("base64url");
}

/** @throws {DomainError} bad_input where the word was not made by `encodeCursor` for as many values */
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
    // Answered below, like any other word that is no cursor.
  }
  throw new DomainError("bad_input", "That cursor is not one of this list's.", {
    fields: { before: "That is not a cursor of this list." },
  });
}

/** Rows of a long list that are read at a time. */
export const PAGE_READ = 500;

/** A whole list, page after page: others are answered between two of them, and none but one is held. */
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
