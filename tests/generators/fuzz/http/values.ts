import fc from "fast-check";
import { NAUGHTY } from "#tests/setup/naughty/strings.ts";
import { oneOf, weighed } from "../hold.ts";
import type { JsonSchema } from "#tests/setup/vitest/breach.ts";

/** Values that nobody should send. */

/** Texts that break something somewhere, beside those that a page could take for more than text. */
const odd = fc.oneof(
  oneOf`0 -1 1e3 00 NaN null undefined hasOwnProperty __proto__ constructor .. ../../../../etc/passwd ..\\..\\secret
    %2e%2e%2f %252e%252e%252f % %E0%A4%A %00 99999999999999999999 9007199254740993 2026-02-30 =1+1
    +275760-09-13T00:00:00.000Z -000001-01-01T00:00:00Z [object%20Object]`,
  fc.constantFrom(
    ...["", " ", "\u0000", "a\u0000.webp", "a\r\nX-Injected: 1", "\ufeff"],
    ...["\ud800", "a\ud800b", "\ufffe\uffff", "e\u0301", "İ", "%' OR 1=1 --"],
    ...["9".repeat(400), "a".repeat(5001), "@".repeat(60_000), "ﷺ".repeat(20)],
    ...["a@" + "a.".repeat(120), " ".repeat(70_000), "-, ".repeat(300) + "-"],
    "((((((((((" + "1,".repeat(200),
  ),
);

/** Texts: some that break something somewhere, and some of any characters. */
export const hostileText = weighed(
  [3, odd],
  [1, fc.constantFrom(...NAUGHTY)],
  [1, fc.string({ unit: "binary", maxLength: 40 })],
  [1, fc.string({ unit: "grapheme", maxLength: 40 })],
);

const hostileNumber = fc.oneof(
  fc.constantFrom(
    ...[0, -0, -1, 1.5, 1e21, 1e308, -1e308, 5e-324],
    ...[2 ** 31, 2 ** 53, -(2 ** 63), 0.1 + 0.2, 100_001],
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  hostileNumber,
  fc.constantFrom(null, true, false, [], {}, [[]], [null], { length: -1 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Values that a schema of the API's description allows, or nearly. */
export function valueOf(schema: JsonSchema = {}): fc.Arbitrary<unknown> {
  const { anyOf, oneOf, const: only, enum: some, type } = schema;
  const choices = (anyOf ?? oneOf) as JsonSchema[] | undefined;
  if (choices) return fc.oneof(...choices.map(valueOf));
  if (only !== undefined) return fc.constant(only);
  if (Array.isArray(some)) return fc.constantFrom(...(some as unknown[]));
  switch (type) {
    case "object": {
      const properties = Object.entries((schema.properties ?? {}) as object);
      return fc.record(
        Object.fromEntries(
          properties.map(([name, its]) => [name, valueOf(its as JsonSchema)]),
        ),
        {
          requiredKeys: (schema.required ?? []) as string[],
          noNullPrototype: true,
        },
      );
    }
    case "array":
      return fc.array(valueOf(schema.items as JsonSchema), {
        maxLength: Math.min(Number(schema.maxItems ?? 3), 4),
      });
    case "string":
      return textOf(schema);
    case "integer":
    case "number":
      return numberOf(schema);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return hostileJson;
  }
}

function textOf({ pattern, maxLength = 100 }: JsonSchema) {
  const plain = weighed(
    [5, fc.string({ minLength: 1, maxLength: 30 })],
    // Days, places and numbers, which schemas describe as texts only.
    [3, fc.constantFrom("2026-05-17", "214", "0", "56.2, -2.7")],
    [1, fc.constant("x".repeat(Math.min(Number(maxLength), 10_000)))],
  );
  if (typeof pattern !== "string") return plain;
  try {
    return fc.stringMatching(new RegExp(pattern), { maxLength: 60 });
  } catch {
    // fast-check can't make texts for every pattern.
    return plain;
  }
}

function numberOf({ type, minimum = -1000, maximum = 100_000 }: JsonSchema) {
  const [min, max] = [Number(minimum), Number(maximum)];
  // Small ones are the keys of what the site has.
  const least = Math.max(min, 0);
  const small = fc.integer({ min: least, max: Math.min(max, least + 6) });
  return type === "integer"
    ? fc.oneof(small, fc.integer({ min, max }))
    : fc.oneof(small, fc.double({ min, max, noNaN: true }));
}

/** A JSON text that is made from a value, and changed in one or two places. */
export function spoiledJson(
  value: fc.Arbitrary<unknown>,
): fc.Arbitrary<string> {
  const spoil = fc.tuple(fc.nat(30), fc.nat(8), hostileJson);
  return fc
    .tuple(value, fc.array(spoil, { maxLength: 2 }), textual)
    .map(([made, spoils, write]) => {
      const box = { body: structuredClone(made) };
      for (const [at, kind, by] of spoils)
        change(box, at, kind, structuredClone(by));
      return write(JSON.stringify(box.body) ?? "");
    });
}

/** What can be done to a JSON text that no value shows. */
const textual: fc.Arbitrary<(text: string) => string> = weighed(
  [12, fc.constant((text: string) => text)],
  [
    4,
    fc.constantFrom<(text: string) => string>(
      (text) => text.slice(0, -1),
      (text) => `${text}${text}`,
      (text) => `\ufeff${text}`,
      (text) => text.replace("{", '{"__proto__":{"show":true,"isAdmin":true},'),
      (text) => text.replace("{", '{"constructor":{"prototype":{"x":1}},'),
      (text) => text.replace(/^\{(".*?":)/, "{$1null,$1"),
      (text) => text.replace(/\d+/, "NaN"),
      (text) => text.replace(/\d+/, "1e999"),
      (text) => text.replace(/\d+/, `0.${"1".repeat(400)}`),
      (text) => text.replace(/"[^"]*"(?=[,}\]])/, '"\\ud800"'),
      (text) => text.replace(/"[^"]*"(?=[,}\]])/, '"\\u0000"'),
      (text) => `${"[".repeat(20_000)}${text}${"]".repeat(20_000)}`,
      () => `{"a":${'{"a":'.repeat(20_000)}1${"}".repeat(20_001)}`,
      () => `{"text":"${"a".repeat(999_900)}"}`,
      () => `{"text":"${"a".repeat(1_100_000)}"}`,
      () => `{"ids":[${"1,".repeat(100_000)}1]}`,
      (text) => Buffer.from(text, "utf16le").toString("latin1"),
    ),
  ],
);

type Box = Record<string, unknown>;

/** Puts a hostile value at one place of a value, removes what is there, or adds something. */
function change(box: Box, at: number, kind: number, by: unknown) {
  const places: [Box, string][] = [];
  const walk = (inside: Box) => {
    for (const [key, value] of Object.entries(inside)) {
      places.push([inside, key]);
      if (value !== null && typeof value === "object") walk(value as Box);
    }
  };
  walk(box);
  // Another spoil may have removed all of it.
  if (places.length === 0) return;
  const [target, key] = places[at % places.length]!;
  const before = target[key];
  if (kind < 4) target[key] = by;
  else if (kind === 4) delete target[key];
  else if (kind === 5) target[key] = String(before);
  else if (kind === 6) target[key] = [before];
  else if (kind === 7) target[key] = { ...Object(before), unknown_field: by };
  else if (JSON.stringify(before ?? null).length < 1000)
    target[key] = Array(150).fill(before);
}

/** A text as part of an address: unchanged, encoded, or encoded twice. */
export const inAddress = (text: string, how: number) =>
  how === 0 ? text : how === 1 ? percent(text) : percent(percent(text));

/** As `encodeURIComponent`, which refuses some texts. */
export const percent = (text: string) =>
  encodeURIComponent(Buffer.from(text).toString());

/** What ends a line would begin another request, which `api/http/hostile-requests` tries. */
export const oneLine = (text: string) =>
  // oxlint-disable-next-line no-control-regex
  text.replace(/[\r\n\u0000]/g, "").slice(0, 8000);

/** A blank would end the address. */
export const oneWord = (text: string) =>
  oneLine(text).replaceAll(" ", "+").slice(0, 14_000) || "/";
