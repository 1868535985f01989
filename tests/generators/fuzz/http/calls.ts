import fc from "fast-check";
import type { Sent } from "./exchange.ts";
import type { Described, JsonSchema } from "./described.ts";
import type { FuzzedSite, Sender } from "./fuzzed-site.ts";
import { hostileHeaders } from "./headers.ts";
import {
  hostileText,
  inAddress,
  percent,
  spoiledJson,
  valueOf,
} from "./values.ts";

/**
 * Calls of the API, made from its own description, so that new calls and fields are tried by themselves: with values
 * that are allowed, and with some of them spoiled.
 */

export interface Call {
  sent: Sent;
  as: Sender;
}

type Make = (site: FuzzedSite) => Call;

/** What an address or a query is given: something that exists, something allowed, or something hostile. */
interface Part {
  kind: "known" | "allowed" | "hostile";
  which: number;
  value: string;
  how: number;
}

const METHODS_TOO = [
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
];

const partOf = (schema?: JsonSchema): fc.Arbitrary<Part> =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant("known" as const),
        which: fc.nat(30),
        value: valueOf(schema).map(String),
        how: fc.constant(1),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant("allowed" as const),
        which: fc.constant(0),
        value: valueOf(schema).map(String),
        how: fc.constant(1),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant("hostile" as const),
        which: fc.constant(0),
        value: hostileText,
        how: fc.nat(2),
      }),
    },
  );

function partIn(site: FuzzedSite, name: string, part: Part) {
  const known = part.kind === "known" ? site.known(name) : [];
  return inAddress(
    known.length > 0 ? String(known[part.which % known.length]) : part.value,
    part.how,
  );
}

/** Where a page of a list ends: made as the site makes it, of values that it would never take. */
const cursor = fc.oneof(
  fc
    .array(
      fc.oneof(
        fc.jsonValue({ maxDepth: 1 }),
        fc.integer(),
        fc.constantFrom("2026-05-17T00:00:00Z", "\u0000", "\ud800", 1e300, -1),
      ),
      { maxLength: 5 },
    )
    .map((values) => Buffer.from(JSON.stringify(values)).toString("base64url")),
  fc
    .constantFrom(
      "{",
      "[",
      "null",
      '"a"',
      "1",
      "[1",
      "[".repeat(5000),
      '{"length":2}',
    )
    .map((text) => Buffer.from(text).toString("base64url")),
  hostileText,
);

const sorting = fc
  .tuple(
    fc.constantFrom("", "-", "--", "+"),
    fc.oneof(
      fc.constantFrom(
        ...["rock_number", "date", "create_dt", "location", "show", "comment"],
        ...["__proto__", "constructor", "toString", "rowid", "1"],
      ),
      hostileText,
    ),
  )
  .map(([sign, field]) => sign + field);

function queryOf(name: string, schema?: JsonSchema): fc.Arbitrary<string> {
  if (name === "before") return cursor;
  if (name === "sort") return fc.oneof(sorting, hostileText);
  return fc.oneof(
    { weight: 2, arbitrary: valueOf(schema).map(String) },
    { weight: 1, arbitrary: hostileText },
  );
}

/** One call of the API as its description has it. */
export function callOf(
  path: string,
  method: string,
  operation: Described,
): fc.Arbitrary<Make> {
  const { parameters = [], requestBody } = operation;
  const inPath = parameters.filter((one) => one.in === "path");
  const inQuery = parameters.filter((one) => one.in === "query");
  const inHeaders = parameters.filter((one) => one.in === "header");
  const json = requestBody?.content["application/json"]?.schema;
  return fc
    .record({
      parts: fc.tuple(...inPath.map(({ schema }) => partOf(schema))),
      query: fc.tuple(
        ...inQuery.map(({ name, schema }) =>
          fc.option(
            fc.tuple(fc.constant(name), queryOf(name, schema), fc.nat(1)),
            { nil: undefined },
          ),
        ),
      ),
      own: fc.tuple(
        ...inHeaders.map(({ name, schema }) =>
          fc
            .oneof(
              { weight: 4, arbitrary: valueOf(schema).map(String) },
              { weight: 1, arbitrary: hostileText },
            )
            .map((value): [string, string] => [name, oneLine(value)]),
        ),
      ),
      extra: fc.oneof(
        { weight: 3, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: hostileHeaders },
      ),
      method: fc.oneof(
        { weight: 12, arbitrary: fc.constant(method.toUpperCase()) },
        {
          weight: 1,
          arbitrary: fc.constantFrom(...METHODS_TOO, "get", "TRACE"),
        },
      ),
      slash: fc.constantFrom("", "", "", "/", "//", "/."),
      more: fc.constantFrom(
        "",
        "",
        "",
        "&limit=5&limit=6",
        "&__proto__[a]=1",
        "&a[]=1",
      ),
      body: json
        ? fc.oneof(
            { weight: 5, arbitrary: spoiledJson(valueOf(json)) },
            { weight: 1, arbitrary: spoiledJson(valueOf({})) },
          )
        : fc.option(spoiledJson(valueOf({})), { nil: undefined, freq: 6 }),
      type: fc.oneof(
        { weight: 10, arbitrary: fc.constant("application/json") },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            ...["text/plain", "", "application/json; charset=utf-16"],
            ...["application/x-www-form-urlencoded", "multipart/form-data"],
            "application/json, application/json",
          ),
        },
      ),
      as: fc.constantFrom<Sender>("admin", "admin", "admin", "visitor"),
    })
    .map((made) => (site: FuzzedSite): Call => {
      let n = 0;
      const address = path.replace(/\{(\w+)\}/g, (_, name: string) =>
        partIn(site, name, made.parts[n++] as Part),
      );
      const query = made.query
        .filter((one) => one !== undefined)
        .map(([name, value, how]) => `${name}=${how ? percent(value) : value}`)
        .join("&");
      const body =
        made.body === undefined || made.method === "HEAD"
          ? undefined
          : Buffer.from(made.body);
      const more = query + made.more;
      return {
        as: made.as,
        sent: {
          method: made.method,
          address: oneWord(
            address + made.slash + (more ? `?${more.replace(/^&/, "")}` : ""),
          ),
          headers: [
            ...made.own,
            ...(body
              ? ([
                  ["Content-Type", made.type],
                  ["Content-Length", String(body.length)],
                ] as [string, string][])
              : []),
            ...(made.extra as [string, string][]),
          ],
          body,
        },
      };
    });
}

/** What ends a line would begin another request, which `sockets.ts` tries. */
export const oneLine = (text: string) =>
  // eslint-disable-next-line no-control-regex
  text.replace(/[\r\n\u0000]/g, "").slice(0, 8000);

/** A blank would end the address. */
export const oneWord = (text: string) =>
  oneLine(text).replaceAll(" ", "+").slice(0, 14_000) || "/";
