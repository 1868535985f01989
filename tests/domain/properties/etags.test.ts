import fc from "#tests/setup/seeded.ts";
import { expect, test } from "vitest";
import { matchesEtag, readIfMatch } from "#app/http/cache/etag.server.ts";

/** What may be between the quotes of an entity tag (RFC 9110, 8.8.3), commas included. */
const opaque = fc.string({
  unit: fc
    .integer({ min: 0x21, max: 0x7e })
    .filter((code) => code !== 0x22)
    .map((code) => String.fromCharCode(code)),
  maxLength: 8,
});
const tags = fc.record({ text: opaque, isWeak: fc.boolean() });
/** What the site makes versions of. */
const versions = fc.stringMatching(/^[\w-]{1,22}$/);
const gap = fc.constantFrom("", " ", "\t");

test("a list of entity tags names a tag if one of them is it, weak or not", () => {
  fc.assert(
    fc.property(fc.array(tags), versions, gap, gap, (list, own, a, b) => {
      const header = list
        .map(({ text, isWeak }) => `${a}${isWeak ? "W/" : ""}"${text}"${b}`)
        .join(",");
      expect(matchesEtag(header, `"${own}"`)).toBe(
        list.some(({ text }) => text === own),
      );
    }),
    { numRuns: 500 },
  );
});

test("a star names every tag, and a change without a version is meant for any", () => {
  fc.assert(
    fc.property(versions, opaque, (version, known) => {
      expect(matchesEtag("*", `"${version}"`)).toBe(true);
      const isCurrent = (headers: HeadersInit) =>
        readIfMatch(new Request("http://127.0.0.1/", { headers }))({ version });
      expect(isCurrent({})).toBe(true);
      expect(isCurrent({ "If-Match": `"${known}"` })).toBe(known === version);
      expect(isCurrent({ "If-Match": `"${version}"` })).toBe(true);
    }),
  );
});
