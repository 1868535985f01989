import { expect, test } from "vitest";
import fc, { forAll, tryValues } from "#tests/setup/seeded.ts";
import { matchesEtag, readIfMatch } from "#app/http/cache/etag.server.ts";

/** What may be between the quotes of an entity tag (RFC 9110, 8.8.3), commas included. */
const opaque = fc.stringMatching(/^[!#-~]{0,8}$/);
const tags = fc.record({ text: opaque, isWeak: fc.boolean() });
/** What the site makes versions of. */
const versions = fc.stringMatching(/^[\w-]{1,22}$/);
const gap = fc.constantFrom("", " ", "\t");

test("a list of entity tags names a tag if one of them is it, weak or not", () =>
  tryValues(500, [fc.array(tags), versions, gap, gap], (list, own, a, b) => {
    const header = list
      .map(({ text, isWeak }) => `${a}${isWeak ? "W/" : ""}"${text}"${b}`)
      .join(",");
    const isNamed = list.some(({ text }) => text === own);
    expect(matchesEtag(header, `"${own}"`)).toBe(isNamed);
    expect(matchesEtag(`${header},W/"${own}"`, `"${own}"`)).toBe(true);
  }));

test("a star names every tag, and a change without a version is meant for any", () =>
  forAll([versions, opaque], (version, known) => {
    expect(matchesEtag("*", `"${version}"`)).toBe(true);
    const isCurrent = (headers: HeadersInit) =>
      readIfMatch(new Request("http://127.0.0.1/", { headers }))({ version });
    expect(isCurrent({})).toBe(true);
    expect(isCurrent({ "If-Match": `"${known}"` })).toBe(known === version);
    expect(isCurrent({ "If-Match": `"${version}"` })).toBe(true);
  }));
