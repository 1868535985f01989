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

interface Step {
  method?: string;
  /** Where it goes on: there, a little beside, or nowhere. */
  beside?: number;
  offset?: string;
  bytes?: number;
  cut?: number | null;
  type?: string;
  version?: string;
}

const step = weighed<Step>(
  [
    5,
    fc.record({
      beside: fc.constantFrom(0, 0, 0, 1, -1, 5000),
      bytes: fc.nat(9000),
      cut: fc.option(fc.nat(6000), { freq: 3 }),
    }),
  ],
  [
    2,
    fc.record({
      offset: numbers,
      type: fc.constantFrom(PIECE["Content-Type"], "text/plain", ""),
    }),
  ],
  [
    2,
    fc.record({
      method: oneOf`HEAD GET POST PUT OPTIONS DELETE`,
      version: fc.constantFrom("1.0.0", "1.0.0", "0.2.2", ""),
    }),
  ],
);

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
    { method = "PATCH", version = "1.0.0", cut }: Step,
    address: string,
    more: Record<string, string>,
    body?: Buffer,
  ) =>
    site.tryRequest({
      as: "visitor",
      ...{ method, address, body },
      headers: Object.entries({
        "Tus-Resumable": version,
        "Content-Length": String(body?.length ?? 0),
        ...more,
      }),
      // Its head has some 200 bytes.
      cutAt: typeof cut === "number" ? 300 + cut : undefined,
    });
  const uuids = site.known("uuid");
  const names = site.known("imageName");
  const original = asMetadata({
    original_of: `${uuids[made.which % uuids.length]}/${names[made.which % names.length]}`,
    find_key: FIND_KEY,
  });
  const begun = await send({ method: "POST" }, "/api/uploads", {
    "Upload-Length": made.length ?? String(FILE.length),
    "Upload-Metadata": oneLine(made.isOriginal ? original : made.metadata),
  });
  const address = begun?.status === 201 ? begun.headers.location! : undefined;
  if (!address) return;
  let offset = 0;
  for (const step of made.steps) {
    const at = Math.max(0, offset + (step.beside ?? 0));
    const body = FILE.subarray(at, at + (step.bytes ?? 10));
    const headers = {
      "Content-Type": step.type ?? PIECE["Content-Type"],
      "Upload-Offset": step.offset ?? String(offset + (step.beside ?? 0)),
    };
    if (step.method) await send(step, address, {});
    else await send(step, address, headers, body);
    const asked = await send({ method: "HEAD" }, address, {});
    if (asked?.status !== 200) return;
    offset = Number(asked.headers["upload-offset"]);
    if (!isArrived(site, address, offset, made.length === null)) return;
  }
  if (made.isGone) await send({ method: "DELETE" }, address, {});
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
