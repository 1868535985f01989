import { DomainError } from "./errors.ts";

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
    fields: { before: "not a cursor of this list" },
  });
}
