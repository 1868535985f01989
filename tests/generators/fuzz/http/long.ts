import fc from "fast-check";
import { oneOf } from "../hold.ts";
import { anySender, framed } from "./calls.ts";
import type { JsonSchema, Operation } from "#tests/setup/vitest/breach.ts";
import type { FuzzedSite, Hostile } from "./fuzzed-site.ts";
import { oneWord } from "./values.ts";

/** Requests of up to 16 kB that repeat one piece as often as fits, in the site's addresses and in the framework's own. */

/** Node takes no longer head of a request. */
const BYTES_MAX = 15_500;

const places = oneOf`/ /rocks/ /rocks/7/ /admin/ /finds/ /photos/ /map/ /assets/ /media/ /media/rocks/7/ /share/rocks/
  /sitemap/ /api/ /api/rock-posts/ /api/trash/ /login/ /review/ /__manifest /_root /refused/ /healthz/ /metrics/`;
const pieces = oneOf`/a / %2Fa %2f \\a %5C /.. /. /%2e%2e a . - %20 % é %E9 ;a=b :a * ( [0]`;
const keys = oneOf`p p p version _routes _routes _data index album photo rock from before pins q near sort uuid kind limit
  a[] __proto__`;
const values = fc.oneof(
  oneOf`/a / %2Fa // a, , root, routes/public/map, 1, 0-1, %20 & [[ (( é %00`,
  fc.constant("a "),
);
const headers = oneOf`Cookie Accept Accept-Encoding Accept-Language Range If-None-Match If-Match X-Forwarded-For
  X-Forwarded-Host Content-Type Authorization Origin Referer User-Agent Upload-Metadata Prefer Forwarded Host
  If-Modified-Since`;
const items = fc.oneof(
  oneOf`a=b; admin=x; ; a, , a/b, */*;q=0.1, de- 0-1, "a", W/" ( 1.2.3.4, text/html; multipart/form-data; boundary=`,
  fc.constantFrom("; ", "__Host-admin=a.b; ", ", ,", " ", "\t", "a YQ==,"),
);

const repeat = (piece: string, bytes: number) =>
  piece.repeat(Math.floor(bytes / piece.length));

/** Addresses, queries and headers, each with a repeated piece. */
export const anyLong = fc
  .record({
    place: places,
    part: fc.option(pieces, { freq: 2 }),
    end: fc.constantFrom("", "", ".data", "/", "/b", ".webp"),
    key: fc.option(keys, { freq: 2 }),
    value: values,
    isEach: fc.boolean(),
    header: fc.option(headers),
    item: items,
    bytes: fc.constantFrom(200, 4000, BYTES_MAX, BYTES_MAX, BYTES_MAX),
    method: oneOf`GET GET GET HEAD POST`,
    as: anySender,
  })
  .map((made) => (_site: FuzzedSite): Hostile => {
    const { key, value, method } = made;
    const kinds = [made.part, key, made.header].filter(Boolean).length;
    const bytes = made.bytes / Math.max(1, kinds);
    const path =
      made.place + (made.part ? repeat(made.part, bytes) : "") + made.end;
    const query = made.isEach
      ? repeat(`${key}=${value}&`, bytes)
      : `${key}=${repeat(value, bytes)}`;
    const headers: Hostile["headers"] =
      method === "POST" ? [["Content-Length", "0"]] : [];
    if (made.header) headers.unshift([made.header, repeat(made.item, bytes)]);
    const address = oneWord(path + (key ? `?${query}` : ""));
    return { as: made.as, method, address, headers };
  });

const FILLERS: ((bytes: number) => string)[] = [
  (bytes) => `[${repeat("0,", bytes)}0]`,
  (bytes) => `[${repeat("{},", bytes)}{}]`,
  (bytes) => `[${repeat('"a",', bytes)}"a"]`,
  (bytes) => "[".repeat(bytes / 2) + "]".repeat(bytes / 2),
  (bytes) =>
    `{${Array.from({ length: bytes / 11 }, (_, key) => `"k${key}":0`).join(",")}}`,
  (bytes) => `"${repeat("robin ", bytes)}"`,
  (bytes) => `"${repeat("é", bytes / 2)}"`,
  (bytes) => "9".repeat(bytes),
];

/** JSON in which one field, or all of it, is as large as the call takes, or a little larger. */
export const anyLongBody = (operations: Operation[]) =>
  fc
    .record({
      call: fc.constantFrom(
        ...operations.filter(
          ({ operation: { requestBody } }) =>
            requestBody?.content["application/json"],
        ),
      ),
      field: fc.nat(20),
      fill: fc.constantFrom(...FILLERS),
      bytes: fc.constantFrom(8000, 32_000, 64_000, 66_000),
      part: fc.nat(4),
      as: anySender,
    })
    .map(
      ({ call, field, fill, bytes, part, as }) =>
        (site: FuzzedSite): Hostile => {
          const { content } = call.operation.requestBody!;
          const { properties = {} } = (content["application/json"]!.schema ??
            {}) as { properties?: JsonSchema };
          const names = Object.keys(properties);
          const name = names[field % names.length] ?? "a";
          const value = fill(bytes - 100);
          const body = Buffer.from(part === 0 ? value : `{"${name}":${value}}`);
          return {
            ...{ as, body, headers: framed(body, "application/json") },
            method: call.method.toUpperCase(),
            address: call.path.replace(/\{(\w+)\}/g, (_, part: string) =>
              String(site.known(part)[0] ?? 1),
            ),
          };
        },
    );
