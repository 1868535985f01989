import fc from "fast-check";
import { oneWord, type Call } from "./calls.ts";
import type { Described, JsonSchema } from "./described.ts";
import type { FuzzedSite, Sender } from "./fuzzed-site.ts";

/** Requests of up to 16 kB that repeat one piece as often as fits, in the site's addresses and in the framework's own. */

/** Node takes no longer head of a request. */
const BYTES_MAX = 15_500;

const PLACES = [
  ...["/", "/rocks/", "/rocks/7/", "/admin/", "/finds/", "/photos/", "/map/"],
  ...["/assets/", "/media/", "/media/rocks/7/", "/share/rocks/", "/sitemap/"],
  ...["/api/", "/api/rock-posts/", "/api/trash/", "/login/", "/review/"],
  ...["/__manifest", "/_root", "/refused/", "/healthz/", "/metrics/"],
];
const PIECES = [
  ...["/a", "/", "%2Fa", "%2f", "\\a", "%5C", "/..", "/.", "/%2e%2e"],
  ...["a", ".", "-", "%20", "%", "é", "%E9", ";a=b", ":a", "*", "(", "[0]"],
];

const KEYS = [
  ...["p", "p", "p", "version", "_routes", "_routes", "_data", "index"],
  ...["album", "photo", "rock", "from", "before", "pins", "q", "near", "sort"],
  ...["uuid", "kind", "limit", "a[]", "__proto__"],
];
const VALUES = [
  ...["/a", "/", "%2Fa", "//", "a,", ",", "root,", "routes/public/map,"],
  ...["1,", "0-1,", "a ", "%20", "&", "[[", "((", "é", "%00"],
];

const HEADERS = [
  ...["Cookie", "Accept", "Accept-Encoding", "Accept-Language", "Range"],
  ...["If-None-Match", "If-Match", "X-Forwarded-For", "X-Forwarded-Host"],
  ...["Content-Type", "Authorization", "Origin", "Referer", "User-Agent"],
  ...["Upload-Metadata", "Prefer", "Forwarded", "Host", "If-Modified-Since"],
];
const ITEMS = [
  ...["a=b;", "admin=x;", ";", "; ", "__Host-admin=a.b; ", "a,", ",", ", ,"],
  ...["a/b,", "*/*;q=0.1,", "de-", "0-1,", '"a",', 'W/"', "(", " ", "\t"],
  ...["1.2.3.4,", "text/html;", "multipart/form-data;", "boundary=", "a YQ==,"],
];

const repeat = (piece: string, bytes: number) =>
  piece.repeat(piece === "" ? 0 : Math.floor(bytes / piece.length));

/** Addresses, queries and headers, each with a repeated piece. */
export const anyLong = fc
  .record({
    place: fc.constantFrom(...PLACES),
    part: fc.option(fc.constantFrom(...PIECES), { freq: 2 }),
    end: fc.constantFrom("", "", ".data", "/", "/b", ".webp"),
    key: fc.option(fc.constantFrom(...KEYS), { freq: 2 }),
    value: fc.constantFrom(...VALUES),
    isEach: fc.boolean(),
    header: fc.option(fc.constantFrom(...HEADERS)),
    item: fc.constantFrom(...ITEMS),
    bytes: fc.constantFrom(200, 4000, BYTES_MAX, BYTES_MAX, BYTES_MAX),
    method: fc.constantFrom("GET", "GET", "GET", "HEAD", "POST"),
    as: fc.constantFrom<Sender>("visitor", "visitor", "admin"),
  })
  .map((made) => (_site: FuzzedSite): Call => {
    const kinds = [made.part, made.key, made.header].filter(Boolean).length;
    const bytes = made.bytes / Math.max(1, kinds);
    const path = made.place + repeat(made.part ?? "", bytes) + made.end;
    const query =
      made.key === null
        ? ""
        : made.isEach
          ? `?${repeat(`${made.key}=${made.value}&`, bytes)}`
          : `?${made.key}=${repeat(made.value, bytes)}`;
    const headers: [string, string][] =
      made.header === null ? [] : [[made.header, repeat(made.item, bytes)]];
    return {
      as: made.as,
      sent: {
        method: made.method,
        address: oneWord(path + query),
        headers: [
          ...headers,
          ...(made.method === "POST"
            ? [["Content-Length", "0"] as [string, string]]
            : []),
        ],
      },
    };
  });

/** A little more than most calls take. */
const BODY_BYTES_MAX = 66_000;

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

/** JSON in which one field, or all of it, is as large as the call takes. */
export const anyLongBody = (
  operations: { path: string; method: string; operation: Described }[],
) =>
  fc
    .record({
      call: fc.constantFrom(
        ...operations.flatMap(({ path, method, operation }) => {
          const content = operation.requestBody?.content["application/json"];
          return content ? [{ path, method, schema: content.schema }] : [];
        }),
      ),
      field: fc.nat(20),
      fill: fc.constantFrom(...FILLERS),
      bytes: fc.constantFrom(8000, 32_000, 64_000, BODY_BYTES_MAX),
      isWhole: fc.nat(4).map((part) => part === 0),
      as: fc.constantFrom<Sender>("visitor", "admin"),
    })
    .map(
      ({ call, field, fill, bytes, isWhole, as }) =>
        (site: FuzzedSite): Call => {
          const names = fieldsOf(call.schema);
          const name = names[field % names.length] ?? "a";
          const value = fill(bytes - 100);
          const body = Buffer.from(isWhole ? value : `{"${name}":${value}}`);
          return {
            as,
            sent: {
              method: call.method.toUpperCase(),
              address: call.path.replace(/\{(\w+)\}/g, (_, part: string) =>
                String(site.known(part)[0] ?? 1),
              ),
              headers: [
                ["Content-Type", "application/json"],
                ["Content-Length", String(body.length)],
              ],
              body,
            },
          };
        },
    );

const fieldsOf = (schema: JsonSchema = {}) =>
  Object.keys((schema.properties ?? {}) as object);
