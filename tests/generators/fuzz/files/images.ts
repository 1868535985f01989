import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import fc from "fast-check";
import sharp from "sharp";
import { Refusal } from "#domain/images/refusals.server.ts";
import type { JobResult } from "#domain/jobs/catalogue.ts";
import { prepareImageProcess } from "#domain/jobs/image-process.server.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { prepareCheck } from "#domain/uploads/check-picture.server.ts";
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
  const checks = prepareCheck({ timeLimit: TIME_LIMIT });
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
      if (await isTaken(checks, seed, id, one)) taken.push({ ...one, id });
    await deriveAll(process, seed, taken);
  } finally {
    process.stop();
    checks.stop();
    await rm(onDisk(FOLDER), { recursive: true, force: true });
  }
}

const read = (name: string) => readFileSync(fixture(name));

const describe = (seed: number, { name, list }: Case) =>
  `Seed ${seed} of the spoiled images: ${name}, changed by ${JSON.stringify(list)}, `;

const originalOf = (id: number) => `${FOLDER}/original/${id}`;

/** Checks an upload, which may be refused and nothing else. */
async function isTaken(
  checks: ReturnType<typeof prepareCheck>,
  seed: number,
  id: number,
  one: Case,
) {
  const file = onDisk(originalOf(id));
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, one.bytes);
  try {
    await checks.check(originalOf(id));
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.reason !== "slow") return false;
    throw new Error(`${describe(seed, one)}ended the check: ${String(error)}`, {
      cause: error,
    });
  }
}

type Taken = Case & { id: number };

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
    if ("error" in made)
      throw new Error(`${describe(seed, one)}was taken: ${made.error}`);
    assert.equal(
      files.length,
      2,
      `${describe(seed, one)}has ${files.length} of 2 files`,
    );
    for (const kind of ["sm", "webp"])
      await checkMade(outputOf(one.id, kind), made, describe(seed, one));
  }
}

const outputOf = (id: number, kind: string) => `${FOLDER}/${kind}/${id}.webp`;

/** What is served can be decoded, has the shape that the job says, and says nothing about who took it. */
async function checkMade(
  place: string,
  { width, height }: { width: number; height: number },
  of: string,
) {
  const { info } = await sharp(onDisk(place))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const about = await sharp(onDisk(place)).metadata();
  assert.equal(about.format, "webp", of);
  for (const secret of ["exif", "xmp", "iptc"] as const)
    assert.equal(about[secret], undefined, `${of}has kept ${secret}`);
  const scale = info.width / width;
  assert.ok(
    scale <= 1 && Math.abs(info.height - height * scale) <= 1 + scale,
    `${of}is ${width}×${height} and was made as ${info.width}×${info.height}`,
  );
}
