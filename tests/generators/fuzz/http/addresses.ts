import fc from "fast-check";
import { oneOf } from "../hold.ts";
import { anySender, fillIn, framed, inQuery, partOf } from "./calls.ts";
import type { FuzzedSite, Hostile } from "./fuzzed-site.ts";
import { hostileHeaders } from "./headers.ts";
import { hostileText, oneLine, oneWord, percent } from "./values.ts";

/** Requests for every address of the route table, for its data as Remix asks for them, and for pictures. */

/** Parameters that pages read, and that frameworks read. */
const query = fc.array(
  fc.tuple(
    oneOf`r album photo before after from rock volume limit size v uuid sort q near pins index
      _data _routes __proto__ constructor[prototype] a[b][c]`,
    hostileText,
    fc.nat(1),
  ),
  { maxLength: 3 },
);

const form = fc
  .array(
    fc.tuple(
      oneOf`username password intent key location comment rockNumber date __proto__ email`,
      fc.oneof(hostileText, oneOf`delete correct admin`),
      fc.constant(1),
    ),
    { maxLength: 6 },
  )
  .map((fields) => Buffer.from(fields.map(inQuery).join("&")));

/** A page or any other route, plain or as data. */
export const anyRoute = fc
  .record({
    route: fc.nat(1000),
    parts: fc.array(partOf(), { minLength: 3, maxLength: 3 }),
    kind: fc.constantFrom("", "", ".data", ".data", "_data", "_routes"),
    ids: fc.option(hostileText, { freq: 2 }),
    ...{ query, form, headers: hostileHeaders, as: anySender },
    method: oneOf`GET GET GET GET HEAD POST PUT DELETE PROPFIND`,
    spell: fc.nat(9),
  })
  .map((made) => (site: FuzzedSite): Hostile => {
    const { addresses } = site;
    const { address, ids } = addresses[made.route % addresses.length]!;
    let written = fillIn(address, /:(\w+)\??|\*/g, site, made.parts);
    if ([".data", "_routes"].includes(made.kind))
      written = written === "/" ? "/_root.data" : `${written}.data`;
    if (made.spell === 0) written = written.toUpperCase();
    if (made.spell === 1) written = `/${written}`;
    if (made.spell === 2)
      written = written.replace(/\//g, "%2f").replace(/^%2f/, "/");
    const more = made.query.map(inQuery);
    const id = made.ids === null ? ids.join(",") : percent(made.ids);
    if (made.kind.startsWith("_")) more.unshift(`${made.kind}=${id}`);
    const isForm = ["POST", "PUT", "DELETE"].includes(made.method);
    const body = isForm ? made.form : undefined;
    return {
      ...{ as: made.as, method: made.method, body },
      address: oneWord(written + (more.length > 0 ? `?${more.join("&")}` : "")),
      headers: [
        ...framed(body, "application/x-www-form-urlencoded"),
        ...made.headers,
      ],
    };
  });

const places = oneOf`/ /media/rocks/7/ /media/albums/sea/ /media/albums/sea/webp/ /media/catalog/7/ /media/bkg/ /media/
  /share/rocks/ /assets/ /sitemap/ /fonts/`;

/** What leads out of a folder, written in every way. */
const out = oneOf`../ ..%2f %2e%2e/ %2e%2e%2f %252e%252e%252f ..\\ ..%5c ..%255c ..;/ ....// %c0%ae%c0%ae/ ．．/ ..%00/
  ./ %2e/ //`;

const targets = fc.oneof(
  oneOf`site.sqlite original/a.jpg a.jpg .store-id tmp/uploads/x etc/passwd secret.webp a.webp a.webp%00.jpg a%0a.webp
    %F0%9F%98%80.webp %ff.webp %.webp e%CC%81.webp 7.jpg 1e3.jpg -1.jpg NaN.jpg 1.xml 99999.xml`,
  fc.constantFrom(`${"a".repeat(300)}.webp`, `${"é".repeat(120)}.webp`),
);

/** Addresses of files: those that exist, spoiled, and those that lead elsewhere. */
export const anyFile = fc
  .record({
    place: places,
    out: fc.array(out, { maxLength: 6 }),
    target: fc.oneof(targets, hostileText),
    which: fc.option(fc.nat(30), { freq: 2 }),
    at: fc.nat(120),
    put: fc.oneof(fc.constantFrom("", "%", "\\", "%00"), out, hostileText),
    query: fc.constantFrom("", "?v=", "?v=%", "?size=sm", "?x=../.."),
    method: oneOf`GET GET GET HEAD POST OPTIONS`,
    ...{ headers: hostileHeaders, as: anySender },
  })
  .map((made) => (site: FuzzedSite): Hostile => {
    const files = site.known("media");
    const known = String(files[(made.which ?? 0) % files.length] ?? "");
    const address =
      made.which !== null
        ? known.slice(0, made.at) + made.put + known.slice(made.at)
        : made.place + made.out.join("") + made.target;
    return {
      ...{ as: made.as, method: made.method, headers: made.headers },
      address: oneWord(oneLine(address) + made.query),
    };
  });
