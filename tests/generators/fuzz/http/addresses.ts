import fc from "fast-check";
import { oneLine, oneWord, type Call } from "./calls.ts";
import type { FuzzedSite, Sender } from "./fuzzed-site.ts";
import { hostileHeaders } from "./headers.ts";
import { hostileText, inAddress, percent } from "./values.ts";

/** Requests for every address of the route table, for its data as Remix asks for them, and for pictures. */

const METHODS = [
  "GET",
  "GET",
  "GET",
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "DELETE",
  "PROPFIND",
];

/** Parameters that pages read, and that frameworks read. */
const NAMES = [
  ...["r", "album", "photo", "before", "after", "from", "rock", "volume"],
  ...["limit", "size", "v", "uuid", "sort", "q", "near", "pins", "index"],
  ...["_data", "_routes", "__proto__", "constructor[prototype]", "a[b][c]"],
];

const query = fc.array(
  fc.tuple(fc.constantFrom(...NAMES), hostileText, fc.nat(1)),
  { maxLength: 3 },
);

const form = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        ...["username", "password", "intent", "key", "location", "comment"],
        ...["rockNumber", "date", "__proto__", "email"],
      ),
      fc.oneof(hostileText, fc.constantFrom("delete", "correct", "admin")),
    ),
    { maxLength: 6 },
  )
  .map((fields) =>
    fields.map(([name, value]) => `${name}=${percent(value)}`).join("&"),
  );

const headers = fc.oneof(
  { weight: 2, arbitrary: fc.constant<[string, string][]>([]) },
  { weight: 1, arbitrary: hostileHeaders },
);

const as = fc.constantFrom<Sender>("visitor", "visitor", "admin");

/** A page or any other route, plain or as data. */
export const anyRoute = fc
  .record({
    route: fc.nat(1000),
    parts: fc.array(
      fc.record({ which: fc.nat(9), text: hostileText, how: fc.nat(4) }),
      { minLength: 3, maxLength: 3 },
    ),
    kind: fc.constantFrom("", "", ".data", ".data", "_data", "_routes"),
    ids: hostileText,
    isOwnId: fc.boolean(),
    query,
    method: fc.constantFrom(...METHODS),
    form,
    headers,
    as,
    spell: fc.nat(9),
  })
  .map((made) => (site: FuzzedSite): Call => {
    const { address, ids } =
      site.addresses[made.route % site.addresses.length]!;
    let n = 0;
    let written = address.replace(/:(\w+)\??|\*/g, (_, name?: string) => {
      const { which, text, how } = made.parts[n++ % 3]!;
      const known = name ? site.known(name) : [];
      return how > 2 && known.length > 0
        ? String(known[which % known.length])
        : inAddress(text, Math.min(how, 2));
    });
    const more = made.query.map(
      ([name, value, how]) => `${name}=${how ? percent(value) : value}`,
    );
    const id = made.isOwnId ? ids.join(",") : percent(made.ids);
    if (made.kind === ".data")
      written = written === "/" ? "/_root.data" : `${written}.data`;
    if (made.kind === "_routes") {
      written = written === "/" ? "/_root.data" : `${written}.data`;
      more.unshift(`_routes=${id}`);
    }
    if (made.kind === "_data") more.unshift(`_data=${id}`);
    if (made.spell === 0) written = written.toUpperCase();
    if (made.spell === 1) written = `/${written}`;
    if (made.spell === 2)
      written = written.replace(/\//g, "%2f").replace(/^%2f/, "/");
    const isForm = ["POST", "PUT", "DELETE"].includes(made.method);
    const body = isForm ? Buffer.from(made.form) : undefined;
    return {
      as: made.as,
      sent: {
        method: made.method,
        address: oneWord(
          written + (more.length > 0 ? `?${more.join("&")}` : ""),
        ),
        headers: [
          ...(body
            ? ([
                ["Content-Type", "application/x-www-form-urlencoded"],
                ["Content-Length", String(body.length)],
              ] as [string, string][])
            : []),
          ...made.headers,
        ],
        body,
      },
    };
  });

const PLACES = [
  "/media/rocks/7/",
  "/media/albums/sea/",
  "/media/albums/sea/webp/",
  "/media/catalog/7/",
  "/media/bkg/",
  "/media/",
  "/share/rocks/",
  "/assets/",
  "/sitemap/",
  "/fonts/",
  "/",
];

/** What leads out of a folder, written in every way. */
const OUT = [
  "../",
  "..%2f",
  "%2e%2e/",
  "%2e%2e%2f",
  "%252e%252e%252f",
  "..\\",
  "..%5c",
  "..%255c",
  "..;/",
  "....//",
  "%c0%ae%c0%ae/",
  "．．/",
  "..%00/",
  "./",
  "%2e/",
  "//",
];
const TARGETS = [
  "site.sqlite",
  "original/a.jpg",
  "a.jpg",
  ".store-id",
  "tmp/uploads/x",
  "etc/passwd",
  "secret.webp",
  "a.webp",
  "a.webp%00.jpg",
  "a%0a.webp",
  `${"a".repeat(300)}.webp`,
  `${"é".repeat(120)}.webp`,
  "%F0%9F%98%80.webp",
  "%ff.webp",
  "%.webp",
  "e%CC%81.webp",
  "7.jpg",
  "1e3.jpg",
  "-1.jpg",
  "NaN.jpg",
  "1.xml",
  "99999.xml",
];

/** Addresses of files: those that exist, spoiled, and those that lead elsewhere. */
export const anyFile = fc
  .record({
    place: fc.constantFrom(...PLACES),
    out: fc.array(fc.constantFrom(...OUT), { maxLength: 6 }),
    target: fc.oneof(fc.constantFrom(...TARGETS), hostileText),
    isKnown: fc.boolean(),
    which: fc.nat(30),
    at: fc.nat(120),
    put: fc.oneof(
      fc.constantFrom("", "", ...OUT, "%", "\\", "%00"),
      hostileText,
    ),
    query: fc.constantFrom("", "?v=", "?v=%", "?size=sm", "?x=../.."),
    method: fc.constantFrom("GET", "GET", "GET", "HEAD", "POST", "OPTIONS"),
    headers,
    as,
  })
  .map((made) => (site: FuzzedSite): Call => {
    const files = made.isKnown ? site.known("media") : [];
    const known = String(files[made.which % files.length] ?? "");
    const address = known
      ? known.slice(0, made.at) + made.put + known.slice(made.at)
      : made.place + made.out.join("") + made.target;
    return {
      as: made.as,
      sent: {
        method: made.method,
        address: oneWord(oneLine(address) + made.query),
        headers: made.headers,
      },
    };
  });
