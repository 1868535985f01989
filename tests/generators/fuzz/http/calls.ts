import fc from "fast-check";
import { oneOf, weighed } from "../hold.ts";
import type { Operation } from "#tests/setup/vitest/breach.ts";
import type { FuzzedSite, Hostile } from "./fuzzed-site.ts";
import { hostileHeaders } from "./headers.ts";
import {
  hostileText,
  inAddress,
  oneLine,
  oneWord,
  percent,
  spoiledJson,
  valueOf,
} from "./values.ts";

/**
 * Calls of the API, made from its own description, so that new calls and fields are tried by themselves: with values
 * that are allowed, and with some of them spoiled.
 */

export type Make = (site: FuzzedSite) => Hostile;

export const anySender = fc.constantFrom<Hostile["as"]>(
  "visitor",
  "visitor",
  "admin",
);

/** A part of an address: something that exists, something allowed, or something hostile. */
export const partOf = (allowed: fc.Arbitrary<unknown> = hostileText) =>
  fc.record({
    which: fc.option(fc.nat(30), { freq: 3 }),
    value: weighed([1, allowed.map(String)], [2, hostileText]),
    how: fc.nat(2),
  });

/** An address of a table or a description, its parameters filled in. */
export function fillIn(
  address: string,
  parameter: RegExp,
  site: FuzzedSite,
  parts: { which: number | null; value: string; how: number }[],
) {
  let n = 0;
  return address.replace(parameter, (_, name?: string) => {
    const { which, value, how } = parts[n++ % parts.length]!;
    const known = name && which !== null ? site.known(name) : [];
    return known.length > 0
      ? percent(String(known[which! % known.length]))
      : inAddress(value, how);
  });
}

export const inQuery = ([name, value, how]: [string, string, number]) =>
  `${name}=${how ? percent(value) : value}`;

/** What says of which kind and how long a body is. */
export const framed = (body: Buffer | undefined, type: string) =>
  body
    ? ([
        ["Content-Type", type],
        ["Content-Length", String(body.length)],
      ] as [string, string][])
    : [];

/** One call of the API as its description has it. */
export function callOf({
  path,
  method,
  operation,
}: Operation): fc.Arbitrary<Make> {
  const { parameters = [], requestBody } = operation;
  const those = (where: string) => parameters.filter((one) => one.in === where);
  const json = requestBody?.content["application/json"]?.schema;
  return fc
    .record({
      parts: fc.tuple(
        ...those("path").map(({ schema }) => partOf(valueOf(schema))),
      ),
      query: fc.tuple(
        ...those("query").map(({ name, schema }) => {
          const allowed = valueOf(schema).map(String);
          const any = weighed([2, allowed], [1, hostileText]);
          return fc.option(fc.tuple(fc.constant(name), any, fc.nat(1)));
        }),
      ),
      own: fc.tuple(
        ...those("header").map(({ name, schema }) =>
          weighed([4, valueOf(schema).map(String)], [1, hostileText]).map(
            (value): [string, string] => [name, oneLine(value)],
          ),
        ),
      ),
      extra: hostileHeaders,
      method: weighed(
        [12, fc.constant(method.toUpperCase())],
        [1, oneOf`GET HEAD POST PUT PATCH DELETE OPTIONS get TRACE`],
      ),
      end: fc.constantFrom(
        ...["", "", "", "", "/", "//", "/."],
        ...["?limit=5&limit=6", "?__proto__[a]=1", "?a[]=1"],
      ),
      body: fc.option(
        spoiledJson(
          json ? weighed([5, valueOf(json)], [1, valueOf({})]) : valueOf({}),
        ),
        { freq: json ? 1000 : 2, nil: undefined },
      ),
      type: weighed(
        [10, fc.constant("application/json")],
        [
          1,
          fc.constantFrom(
            ...["text/plain", "", "application/json; charset=utf-16"],
            ...["application/x-www-form-urlencoded", "multipart/form-data"],
          ),
        ],
      ),
      as: fc.constantFrom<Hostile["as"]>("admin", "admin", "admin", "visitor"),
    })
    .map((made) => (site: FuzzedSite): Hostile => {
      const address = fillIn(path, /\{(\w+)\}/g, site, made.parts) + made.end;
      const query = made.query.flatMap((one) => (one ? inQuery(one) : []));
      const sign = address.includes("?") ? "&" : "?";
      const body =
        made.body === undefined || made.method === "HEAD"
          ? undefined
          : Buffer.from(made.body);
      return {
        ...{ as: made.as, method: made.method, body },
        address: oneWord(
          address + (query.length > 0 ? sign + query.join("&") : ""),
        ),
        headers: [...made.own, ...framed(body, made.type), ...made.extra],
      };
    });
}
