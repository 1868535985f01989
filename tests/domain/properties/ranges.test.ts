import fc from "#tests/setup/seeded.ts";
import { expect, test } from "vitest";
import { sendFile } from "#app/http/files/send-file.server.ts";
import { writeInStore } from "#tests/setup/own-store.ts";

const SIZES = [1, 2, 37];
const fileOf = (size: number) => `rocks/7/${size}.webp`;
for (const size of SIZES) writeInStore(fileOf(size), bytesOf(size));

function bytesOf(size: number) {
  return Buffer.from(Array.from({ length: size }, (_, n) => n + 65));
}

const ask = (size: number, headers: Record<string, string>) =>
  sendFile(new Request("http://127.0.0.1/", { headers }), {
    path: fileOf(size),
    headers: {},
  });

/**
 * The bytes that one range asks for, by the definition of RFC 9110, 14.1.2. Undefined if the range is no range,
 * because it ends before it begins.
 */
function bytesAskedFor(
  size: number,
  first: number | null,
  last: number | null,
) {
  const all = Array.from({ length: size }, (_, n) => n);
  if (first === null) return last === 0 ? [] : all.slice(-last!);
  if (last !== null && last < first) return undefined;
  return all.filter((n) => n >= first && n <= (last ?? size));
}

const position = fc.oneof(
  fc.nat(40),
  fc.constantFrom(0, 2 ** 31, Number.MAX_SAFE_INTEGER),
);
const range = fc.oneof(
  fc.record({ first: position, last: fc.option(position) }),
  fc.record({ first: fc.constant(null), last: position }),
);

test("one range is answered with exactly its bytes, and with 416 if the file has none of them", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...SIZES),
      range,
      async (size, { first, last }) => {
        const header = `bytes=${first ?? ""}-${last ?? ""}`;
        const answer = await ask(size, { Range: header });
        const body = Buffer.from(await answer.arrayBuffer());
        const asked = bytesAskedFor(size, first, last);
        if (asked === undefined) {
          expect(answer.status, header).toBe(200);
          expect(body).toEqual(bytesOf(size));
        } else if (asked.length === 0) {
          expect(answer.status, header).toBe(416);
          expect(answer.headers.get("content-range")).toBe(`bytes */${size}`);
        } else {
          expect(answer.status, header).toBe(206);
          expect([...body]).toEqual(asked.map((n) => n + 65));
          expect(answer.headers.get("content-range")).toBe(
            `bytes ${asked[0]}-${asked.at(-1)}/${size}`,
          );
          expect(answer.headers.get("content-length")).toBe(
            String(asked.length),
          );
        }
      },
    ),
    { numRuns: 200 },
  );
});

test("any other header of a range is answered with the whole file", async () => {
  const words = fc.string({
    unit: fc.constantFrom(..."0123456789-, =bytesBYTES.x"),
    maxLength: 20,
  });
  await fc.assert(
    fc.asyncProperty(words, async (header) => {
      fc.pre(!/^bytes=(\d+-\d*|-\d+)$/.test(header.trim()));
      const answer = await ask(37, { Range: header });
      expect(answer.status, header).toBe(200);
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytesOf(37));
    }),
  );
});

test("a range is only for the version that If-Range names, and a known version isn't sent again", async () => {
  const etag = (await ask(37, {})).headers.get("etag")!;
  for (const [headers, status] of [
    [{ "If-Range": etag }, 206],
    [{ "If-Range": '"x"' }, 200],
    [{ "If-Range": `W/${etag}` }, 200],
    [{ "If-Range": "Sun, 22 Nov 2026 08:00:00 GMT" }, 200],
    [{ "If-None-Match": `"x", ${etag}` }, 304],
  ] as [Record<string, string>, number][])
    expect((await ask(37, { Range: "bytes=7-", ...headers })).status).toBe(
      status,
    );
});
