import { expect, test } from "vitest";
import fc, { forAll, tryValues } from "#tests/setup/seeded.ts";
import { matchesEtag, readIfMatch } from "#app/http/cache/etag.server.ts";
import { sendFile } from "#app/http/files/send-file.server.ts";
import { writeInStore } from "#tests/setup/own-store.ts";

const SIZES = [1, 2, 37];
const bytesOf = (size: number) =>
  Buffer.from(Array.from({ length: size }, (_, n) => n + 65));
for (const size of SIZES) writeInStore(`rocks/7/${size}.webp`, bytesOf(size));

async function ask(size: number, headers: Record<string, string>) {
  const request = new Request("http://127.0.0.1/", { headers });
  const path = `rocks/7/${size}.webp`;
  const answer = await sendFile(request, { path, headers: {} });
  const body = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: answer.headers, body };
}

type Position = number | null;

/**
 * The bytes that one range asks for, by the definition of RFC 9110, 14.1.2. Undefined if the range is no range,
 * because it ends before it begins.
 */
function bytesAskedFor(size: number, first: Position, last: Position) {
  const all = Array.from({ length: size }, (_, n) => n);
  if (first === null) return last === 0 ? [] : all.slice(-last!);
  if (last !== null && last < first) return undefined;
  return all.filter((n) => n >= first && n <= (last ?? size));
}

const sizes = fc.constantFrom(...SIZES);
const position = fc.oneof(
  fc.nat(40),
  fc.constantFrom(0, 2 ** 31, Number.MAX_SAFE_INTEGER),
);
const range = fc.oneof(
  fc.tuple(position, fc.option(position)),
  fc.tuple(fc.constant(null), position),
);

test("one range is answered with exactly its bytes, and with 416 if the file has none of them", () =>
  tryValues(200, [sizes, range], async (size, [first, last]) => {
    const header = `bytes=${first ?? ""}-${last ?? ""}`;
    const { status, headers, body } = await ask(size, { Range: header });
    const asked = bytesAskedFor(size, first, last);
    if (asked === undefined) {
      expect([status, body], header).toEqual([200, bytesOf(size)]);
      return;
    }
    const isNone = asked.length === 0;
    const shown = isNone ? "*" : `${asked[0]}-${asked.at(-1)}`;
    expect(status, header).toBe(isNone ? 416 : 206);
    expect(headers.get("content-range")).toBe(`bytes ${shown}/${size}`);
    if (isNone) return;
    expect([...body]).toEqual(asked.map((n) => n + 65));
    expect(headers.get("content-length")).toBe(String(asked.length));
  }));

const words = fc.string({
  unit: fc.constantFrom(..."0123456789-, =bytesBYTES.x"),
  maxLength: 20,
});

test("any other header of a range is answered with the whole file", () =>
  forAll([words], async (header) => {
    fc.pre(!/^bytes=(\d+-\d*|-\d+)$/.test(header.trim()));
    const { status, body } = await ask(37, { Range: header });
    expect([status, body], header).toEqual([200, bytesOf(37)]);
  }));

test("a range is only for the version that If-Range names, and a known version isn't sent again", async () => {
  const etag = (await ask(37, {})).headers.get("etag")!;
  for (const [headers, status] of [
    [{ "If-Range": etag }, 206],
    [{ "If-Range": '"x"' }, 200],
    [{ "If-Range": `W/${etag}` }, 200],
    [{ "If-Range": "Sun, 22 Nov 2026 08:00:00 GMT" }, 200],
    [{ "If-None-Match": `"x", ${etag}` }, 304],
  ] as [Record<string, string>, number][]) {
    const answer = await ask(37, { Range: "bytes=7-", ...headers });
    expect(answer.status).toBe(status);
  }
});

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
