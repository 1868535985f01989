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
import { hold } from "../hold.ts";
import { changes, spoil } from "./spoil-bytes.ts";

/** Spoiled files of all eight formats, on the way that every upload takes: the check, then the image process. */

const FIXTURES = [
  ...["progressive.jpg", "cmyk.jpg", "plain.png", "alpha.png", "photo.webp"],
  ...["animation.gif", "photo.avif", "portrait.heic", "pages.tiff"],
];

const FILES = 20;
/** Milliseconds that the image process may take for one of these files. */
const timeLimit = 60_000;

const FOLDER = "rocks/1";
const ORIGINAL = `${FOLDER}/original/a`;
const OUTPUTS = { sm: `${FOLDER}/sm/a.webp`, webp: `${FOLDER}/webp/a.webp` };

const fixtures = fc.constantFrom(...FIXTURES);
const spoiled = fc.record({ name: fixtures, list: changes, other: fixtures });

/** @throws {Error} that names the seed, the file and how it was spoiled */
export async function playFuzzedImages(seed: number) {
  const images = prepareImageProcess({ timeLimit });
  const checks = prepareCheck({ timeLimit });
  /** Checks an upload, which may be refused and nothing else. */
  const isTaken = () =>
    checks.check(ORIGINAL).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Refusal && error.reason !== "slow") return false;
        throw error;
      },
    );
  const read = (name: string) => readFileSync(fixture(name));
  try {
    await hold("the spoiled images", seed, FILES, spoiled, async (made) => {
      await rm(onDisk(FOLDER), { recursive: true, force: true });
      await mkdir(onDisk(path.dirname(ORIGINAL)), { recursive: true });
      const bytes = spoil(read(made.name), made.list, read(made.other));
      await writeFile(onDisk(ORIGINAL), bytes);
      if (!(await isTaken())) return;
      const task = { id: 1, original: ORIGINAL, outputs: OUTPUTS };
      const { pictures } = (await images.run(
        { name: "derive", data: { tasks: [task] } },
        () => {},
      )) as JobResult<"derive">;
      const [result] = pictures;
      assert.ok(result, "it got no result");
      if ("error" in result) throw new Error(`it was taken: ${result.error}`);
      for (const place of Object.values(OUTPUTS))
        await checkMade(place, result);
    });
  } finally {
    images.stop();
    checks.stop();
    await rm(onDisk(FOLDER), { recursive: true, force: true });
  }
}

/** What is served can be decoded, has the shape that the job says, and says nothing about who took it. */
async function checkMade(
  place: string,
  { width, height }: { width: number; height: number },
) {
  const { info } = await sharp(onDisk(place))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const about = await sharp(onDisk(place)).metadata();
  assert.equal(about.format, "webp");
  for (const secret of ["exif", "xmp", "iptc"] as const)
    assert.equal(about[secret], undefined, `it has kept ${secret}`);
  const scale = info.width / width;
  assert.ok(
    scale <= 1 && Math.abs(info.height - height * scale) <= 1 + scale,
    `it is ${width}×${height} and was made as ${info.width}×${info.height}`,
  );
}
