import fc from "fast-check";
import { oneOf } from "../hold.ts";
import { anySender, fillIn, framed, inQuery, partOf } from "./calls.ts";
import type { FuzzedSite, Hostile } from "./fuzzed-site.ts";
import { hostileHeaders } from "./headers.ts";
import { hostileText, oneWord, percent } from "./values.ts";

/** Requests for every address of the route table, and for its data as Remix asks for them. */

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
