import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { fixture } from "#tests/fixtures/index.ts";
import {
  arrivedFile,
  asMetadata,
  PIECE,
} from "#tests/setup/calls/uploads/tus-calls.ts";
import { oneOf, weighed } from "../hold.ts";
import { FIND_KEY, type FuzzedSite } from "./fuzzed-site.ts";
import { hostileText, oneLine } from "./values.ts";

/** Resumable uploads whose sender does everything in the wrong order. What has arrived is always a beginning. */

const FILE = readFileSync(fixture("progressive.jpg"));

const numbers = fc.oneof(
  oneOf`-1 NaN 1e3 0x10 0x0 1.5 +5 +0 0 99999999999999999999 9007199254740993`,
  fc.constantFrom("", " 7", "1, 2"),
);

const base64 = (bytes: string | number[]) =>
  Buffer.from(bytes as string).toString("base64");

const metadata = fc.oneof(
  fc.constantFrom(
    ...["", "filename", "filename !!!", "filename %%%%", ",,,", "preview"],
    ...["filename YQ==,filename YQ==", "preview,filename YS5qcGc="],
    ...["__proto__ YQ==", "filename YQ== YQ==", "é YQ=="],
    `filename ${base64("../../a")}`,
    `filename ${base64([0xff, 0xfe, 0])}`,
    `filename ${"YQ==".repeat(2000)}`,
    asMetadata({ original_of: "x", find_key: FIND_KEY }),
  ),
  fc
    .record({
      filename: fc.option(hostileText),
      original_of: hostileText,
      find_key: fc.oneof(fc.constant(FIND_KEY), hostileText),
    })
    .map((made) => asMetadata(made).slice(0, 6000)),
);

/** Most are pieces as they should be. */
const step = fc.record({
  method: oneOf`PATCH PATCH PATCH PATCH PATCH PATCH HEAD GET POST PUT OPTIONS DELETE`,
  version: weighed(
    [9, fc.constant("1.0.0")],
    [1, fc.constantFrom("0.2.2", "")],
  ),
  /** Where it goes on: there, a little beside, or nowhere. */
  beside: fc.constantFrom(0, 0, 0, 0, 0, 1, -1, 5000),
  offset: weighed([5, fc.constant(undefined)], [1, numbers]),
  type: weighed(
    [6, fc.constant(PIECE["Content-Type"])],
    [1, fc.constantFrom("text/plain", "")],
  ),
  bytes: fc.nat(9000),
  cut: weighed([2, fc.constant(undefined)], [1, fc.nat(6000)]),
});

export const anyUpload = fc.record({
  length: fc.option(numbers, { freq: 3 }),
  metadata,
  isOriginal: fc.boolean(),
  which: fc.nat(9),
  steps: fc.array(step, { maxLength: 7 }),
  isGone: fc.boolean(),
});

type Upload = typeof anyUpload extends fc.Arbitrary<infer T> ? T : never;

/** Plays a whole upload. Some are originals of finds that exist. */
export async function tryUpload(site: FuzzedSite, made: Upload) {
  const send = (
    method: string,
    address: string,
    headers: Record<string, string>,
    body?: Buffer,
    cut?: number,
  ) =>
    site.tryRequest({
      as: "visitor",
      ...{ method, address, body },
      headers: Object.entries({
        "Tus-Resumable": "1.0.0",
        "Content-Length": String(body?.length ?? 0),
        ...headers,
      }),
      // Its head has some 200 bytes.
      cutAt: cut === undefined ? undefined : 300 + cut,
    });
  const uuids = site.known("uuid");
  const names = site.known("imageName");
  const original = asMetadata({
    original_of: `${uuids[made.which % uuids.length]}/${names[made.which % names.length]}`,
    find_key: FIND_KEY,
  });
  const begun = await send("POST", "/api/uploads", {
    "Upload-Length": made.length ?? String(FILE.length),
    "Upload-Metadata": oneLine(made.isOriginal ? original : made.metadata),
  });
  const address = begun?.status === 201 ? begun.headers.location! : undefined;
  if (!address) return;
  let offset = 0;
  for (const step of made.steps) {
    const { method, version } = step;
    const goesOnAt = offset + (step.offset ? 0 : step.beside);
    const at = Math.max(0, goesOnAt);
    const headers = {
      "Tus-Resumable": version,
      "Content-Type": step.type,
      "Upload-Offset": step.offset ?? String(goesOnAt),
    };
    const piece = FILE.subarray(at, at + step.bytes);
    if (method === "PATCH")
      await send(method, address, headers, piece, step.cut);
    else await send(method, address, { "Tus-Resumable": version });
    const asked = await send("HEAD", address, {});
    if (asked?.status !== 200) return;
    offset = Number(asked.headers["upload-offset"]);
    if (!isArrived(site, address, offset, made.length === null)) return;
  }
  if (made.isGone) await send("DELETE", address, {});
}

/** @returns whether the upload can go on */
function isArrived(
  { site }: FuzzedSite,
  address: string,
  offset: number,
  isWholeFile: boolean,
) {
  assert.ok(Number.isInteger(offset), `the offset is ${offset}`);
  const file = arrivedFile(site, address);
  if (!existsSync(file)) {
    // An original that is whole has taken its place, and nothing of other uploads may have come yet.
    assert.ok(
      offset === 0 || (isWholeFile && offset === FILE.length),
      `the site has ${offset} bytes of an upload without a file`,
    );
    return offset === 0;
  }
  assert.ok(
    readFileSync(file).equals(FILE.subarray(0, offset)),
    `what arrived is not the first ${offset} bytes of the file`,
  );
  return true;
}
