import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import fc from "fast-check";
import sharp from "sharp";
import { DomainError } from "#domain/core/errors.ts";
import { inspectImage } from "#domain/images/inspect.server.ts";
import type { JobResult } from "#domain/jobs/catalogue.ts";
import { prepareImageProcess } from "#domain/jobs/image-process.server.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { fixture } from "#tests/fixtures/index.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { useOwnData } from "./own-data.ts";
import { changes, spoil, type Change } from "./spoil-bytes.ts";

/** Spoiled files of all eight formats, on the way that every upload takes: the check, then the image process. */

const FIXTURES = [
  "progressive.jpg",
  "cmyk.jpg",
  "plain.png",
  "alpha.png",
  "photo.webp",
  "animation.gif",
  "photo.avif",
  "portrait.heic",
  "pages.tiff",
];

/** How many files one round spoils. They are made smaller in one job, as those of an album are. */
const FILES = 30;
/** Milliseconds that the image process may take for one of these files. */
const TIME_LIMIT = 60_000;

const FOLDER = "rocks/1";

interface Case {
  name: string;
  list: Change[];
  bytes: Buffer;
}

/** @throws {Error} that names the seed, the file and how it was spoiled */
export async function playFuzzedImages(seed: number) {
  useOwnData();
  const process = prepareImageProcess({ timeLimit: TIME_LIMIT });
  const cases = fc
    .sample(fc.tuple(fc.nat(1000), changes, fc.nat(1000)), {
      seed,
      numRuns: FILES,
    })
    .map(([which, list, other]): Case => {
      const name = FIXTURES[which % FIXTURES.length]!;
      const bytes = spoil(
        read(name),
        list,
        read(FIXTURES[other % FIXTURES.length]!),
      );
      return { name, list, bytes };
    });
  try {
    const taken = [];
    for (const [id, one] of cases.entries())
      taken.push(...(await check(seed, id, one)));
    await deriveAll(process, seed, taken);
  } finally {
    process.stop();
    await rm(onDisk(FOLDER), { recursive: true, force: true });
  }
}

const read = (name: string) => readFileSync(fixture(name));

const describe = (seed: number, { name, list }: Case) =>
  `Seed ${seed} of the spoiled images: ${name}, changed by ${JSON.stringify(list)}, `;

const originalOf = (id: number) => `${FOLDER}/original/${id}`;

/** Checks an upload. @returns it, if it was taken for an image */
async function check(seed: number, id: number, one: Case) {
  const file = onDisk(originalOf(id));
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, one.bytes);
  try {
    const { width, height } = await inspectImage(file);
    assert.ok(
      width > 0 && height > 0,
      `${describe(seed, one)}is ${width}×${height}`,
    );
    return [{ ...one, id, width, height }];
  } catch (error) {
    if (error instanceof DomainError && error.kind !== "timed_out") return [];
    throw new Error(`${describe(seed, one)}ended the check: ${String(error)}`, {
      cause: error,
    });
  }
}

type Taken = Awaited<ReturnType<typeof check>>[number];

/** Has smaller versions made of all, in one job. If that job dies, one after the other, to name the file. */
async function deriveAll(
  process: ReturnType<typeof prepareImageProcess>,
  seed: number,
  taken: Taken[],
) {
  const derive = async (some: Taken[]) =>
    (await process.run(
      {
        name: "derive",
        data: {
          tasks: some.map(({ id }) => ({
            id,
            original: originalOf(id),
            outputs: { sm: outputOf(id, "sm"), webp: outputOf(id, "webp") },
          })),
        },
      },
      () => {},
    )) as JobResult<"derive">;
  let result: JobResult<"derive">;
  try {
    result = await derive(taken);
  } catch (error) {
    for (const one of taken)
      await derive([one]).catch((cause: unknown) => {
        throw new Error(
          `${describe(seed, one)}ended the image process: ${String(cause)}`,
          { cause },
        );
      });
    throw error;
  }
  const pictures = new Map(result.pictures.map((one) => [one.id, one]));
  for (const one of taken) {
    const made = pictures.get(one.id);
    assert.ok(made, `${describe(seed, one)}got no result`);
    const files = filesBelow(onDisk(FOLDER)).filter((file) =>
      [`sm/${one.id}.webp`, `webp/${one.id}.webp`].includes(file),
    );
    if ("error" in made) {
      assert.deepEqual(
        files,
        [],
        `${describe(seed, one)}failed, and has left files`,
      );
      assert.doesNotMatch(
        made.error,
        /\n|\/tmp|node_modules/,
        `${describe(seed, one)}failed with ${made.error}`,
      );
      continue;
    }
    assert.equal(
      files.length,
      2,
      `${describe(seed, one)}has ${files.length} of 2 files`,
    );
    for (const kind of ["sm", "webp"])
      await checkMade(one, outputOf(one.id, kind), describe(seed, one));
  }
}

const outputOf = (id: number, kind: string) => `${FOLDER}/${kind}/${id}.webp`;

/** What is served can be decoded, has the shape of what was checked, and says nothing about who took it. */
async function checkMade(
  { name, width, height }: Taken,
  place: string,
  of: string,
) {
  const { info } = await sharp(onDisk(place))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const about = await sharp(onDisk(place)).metadata();
  assert.equal(about.format, "webp", of);
  for (const secret of ["exif", "xmp", "iptc"] as const)
    assert.equal(about[secret], undefined, `${of}has kept ${secret}`);
  // The decoder takes the size of the first frame if a GIF says that its screen is unusually large.
  if (name.endsWith(".gif")) return;
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  const made = [
    Math.max(info.width, info.height),
    Math.min(info.width, info.height),
  ];
  const scale = made[0]! / long;
  assert.ok(
    scale <= 1 && Math.abs(made[1]! - short * scale) <= 1,
    `${of}was checked as ${width}×${height} and made as ${info.width}×${info.height}`,
  );
}
