import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { fixture } from "#tests/fixtures/index.ts";
import { asMetadata, idOf } from "#tests/setup/calls/uploads/tus-calls.ts";
import { hold } from "../hold.ts";
import { oneLine } from "./calls.ts";
import { FIND_KEY, type FuzzedSite } from "./fuzzed-site.ts";
import { hostileText } from "./values.ts";

/** Resumable uploads whose sender does everything in the wrong order. What has arrived is always a beginning. */

const FILE = readFileSync(fixture("progressive.jpg"));

const LENGTHS = [
  ...["-1", "", "NaN", "1e3", "0x10", "1.5", " 7", "+5", "0"],
  ...["99999999999999999999", "9007199254740993", "1, 2"],
];
const OFFSETS = [
  "-1",
  "",
  "NaN",
  "1e3",
  "0x0",
  "0.5",
  "99999999999999999999",
  "0, 0",
  "+0",
];

const metadata = fc.oneof(
  fc.constantFrom(
    "",
    "filename",
    "filename !!!",
    "filename %%%%",
    "filename YQ==,filename YQ==",
    ",,,",
    "preview",
    "preview,filename YS5qcGc=",
    "__proto__ YQ==",
    `filename ${Buffer.from("../../a").toString("base64")}`,
    `filename ${Buffer.from([0xff, 0xfe, 0]).toString("base64")}`,
    `filename ${"YQ==".repeat(2000)}`,
    "filename YQ== YQ==",
    "é YQ==",
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

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("send" as const),
      /** Where it goes on: there, or a little beside. */
      beside: fc.constantFrom(0, 0, 0, 1, -1, 5000),
      bytes: fc.nat(9000),
      cut: fc.option(fc.nat(6000), { nil: undefined, freq: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("nonsense" as const),
      offset: fc.constantFrom(...OFFSETS),
      type: fc.constantFrom(
        "application/offset+octet-stream",
        "text/plain",
        "",
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("ask" as const),
      method: fc.constantFrom(
        "HEAD",
        "GET",
        "POST",
        "PUT",
        "OPTIONS",
        "DELETE",
      ),
      version: fc.constantFrom("1.0.0", "1.0.0", "0.2.2", ""),
    }),
  },
);

const upload = fc.record({
  length: fc.option(fc.constantFrom(...LENGTHS), { nil: undefined, freq: 3 }),
  metadata,
  isOriginal: fc.boolean(),
  which: fc.nat(9),
  steps: fc.array(step, { maxLength: 7 }),
  isGone: fc.boolean(),
});

/** Plays whole uploads, some of them originals of finds that exist. */
export async function playUploads(
  site: FuzzedSite,
  seed: number,
  numRuns: number,
) {
  await hold("the resumable uploads", seed, numRuns, upload, (made) =>
    playOne(site, made),
  );
}

type Made = typeof upload extends fc.Arbitrary<infer T> ? T : never;

async function playOne(site: FuzzedSite, made: Made) {
  const uuids = site.known("uuid");
  const names = site.known("imageName");
  const original = asMetadata({
    original_of: `${uuids[made.which % uuids.length]}/${names[made.which % names.length]}`,
    find_key: FIND_KEY,
  });
  const begun = await site.tryRequest(
    {
      method: "POST",
      address: "/api/uploads",
      headers: [
        ["Tus-Resumable", "1.0.0"],
        ["Upload-Length", made.length ?? String(FILE.length)],
        [
          "Upload-Metadata",
          oneLine(made.isOriginal ? original : made.metadata),
        ],
        ["Content-Length", "0"],
      ],
    },
    "visitor",
  );
  const address = begun?.status === 201 ? begun.headers.location! : undefined;
  if (!address) return;
  let offset = 0;
  for (const one of made.steps) {
    const isSend = one.do === "send";
    const at = isSend ? offset + one.beside : offset;
    const body =
      one.do === "ask"
        ? undefined
        : FILE.subarray(
            Math.max(0, at),
            Math.max(0, at) + (isSend ? one.bytes : 10),
          );
    const headers: [string, string][] = [
      ["Tus-Resumable", one.do === "ask" ? one.version : "1.0.0"],
      ["Content-Length", String(body?.length ?? 0)],
    ];
    if (one.do !== "ask")
      headers.push(
        ["Content-Type", isSend ? "application/offset+octet-stream" : one.type],
        ["Upload-Offset", isSend ? String(at) : one.offset],
      );
    await site.tryRequest(
      {
        method: one.do === "ask" ? one.method : "PATCH",
        address,
        headers,
        body,
        // Its head has some 200 bytes.
        cutAt: isSend && one.cut !== undefined ? 300 + one.cut : undefined,
      },
      "visitor",
    );
    const now = await checkArrived(site, address, made.length === undefined);
    if (now === undefined) return;
    offset = now;
  }
  if (made.isGone)
    await site.tryRequest(
      {
        method: "DELETE",
        address,
        headers: [
          ["Tus-Resumable", "1.0.0"],
          ["Content-Length", "0"],
        ],
      },
      "visitor",
    );
}

/** @returns how much of the file has arrived; undefined if the upload is gone or done */
async function checkArrived(
  site: FuzzedSite,
  address: string,
  isWholeFile: boolean,
) {
  const answer = await site.tryRequest(
    { method: "HEAD", address, headers: [["Tus-Resumable", "1.0.0"]] },
    "visitor",
  );
  if (answer?.status !== 200) return undefined;
  const offset = Number(answer.headers["upload-offset"]);
  assert.ok(
    Number.isInteger(offset),
    `the offset is ${answer.headers["upload-offset"]}`,
  );
  const file = `${site.site.mediaDir}/tmp/uploads/${idOf(address)}`;
  let arrived: Buffer;
  try {
    arrived = readFileSync(file);
  } catch {
    // An original that is whole has taken its place, and nothing of other uploads may have come yet.
    assert.ok(
      offset === 0 || (isWholeFile && offset === FILE.length),
      `the site has ${offset} bytes of an upload without a file`,
    );
    return offset === 0 ? 0 : undefined;
  }
  assert.equal(arrived.length, offset, "the offset is not what has arrived");
  assert.ok(
    arrived.equals(FILE.subarray(0, offset)),
    `the ${offset} bytes that arrived are not the beginning of the file`,
  );
  return offset;
}
