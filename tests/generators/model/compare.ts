import assert from "node:assert/strict";
import type { Body, Look } from "./looks.ts";
import { KINDS, type State } from "./state.ts";

/** A look, and what the site answered. */
export interface Seen {
  look: Look;
  status: number;
  body: unknown;
}

/** @throws {Error} that says what a look should have shown */
export function compare({ look, status, body }: Seen, state: State) {
  const { who, path, expect, read, rows } = look;
  const expected = expect(state);
  const of = `GET ${path} of ${who}`;
  const right = expected === undefined ? 404 : 200;
  assert.equal(status, right, `${of} must answer ${right}, not ${status}`);
  if (expected === undefined) return;
  const answered = read ? read(body as never, state) : body;
  // Albums and photos have an order that the admin chooses.
  const isOrdered = !rows || rows === "albums" || rows === "photos";
  const [shown, wanted] = isOrdered
    ? [answered, expected]
    : [answered, expected].map((list) => inKeyOrder(list, KINDS[rows].key));
  // The admin may see more than the model knows of. Everybody may not.
  const actual = who === "admin" ? narrow(shown, wanted) : shown;
  try {
    assert.deepEqual(actual, wanted);
  } catch (error) {
    throw new Error(
      `${of} isn't as it must be (+ what it answered, - what it must answer):\n${(error as Error).message}`,
      { cause: error },
    );
  }
}

const inKeyOrder = (rows: unknown, key: string) =>
  [...(rows as Body[])].sort((a, b) => Number(a[key]) - Number(b[key]));

/** Leaves what the model has no say in out of an answer. */
function narrow(actual: unknown, expected: unknown): unknown {
  if (Array.isArray(actual) && Array.isArray(expected))
    return actual.map((item, n) => narrow(item, expected[n]));
  if (!isObject(actual) || !isObject(expected)) return actual;
  return Object.fromEntries(
    Object.entries(actual)
      .filter(([name]) => name in expected)
      .map(([name, value]) => [name, narrow(value, expected[name])]),
  );
}

const isObject = (value: unknown): value is Body =>
  typeof value === "object" && value !== null && !Array.isArray(value);
