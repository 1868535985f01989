import type { Blur } from "#core/blurs.ts";
import { readChecksum } from "#domain/images/checksum.server.ts";
import { Refusal, refusalOf } from "#domain/images/refusals.server.ts";
import type { DeriveResult } from "#domain/jobs/catalogue.ts";
import type {
  CheckedPicture,
  CheckTask,
} from "#domain/jobs/image-process.server.ts";
import type { Derivative, DeriveTask } from "#domain/store/paths.ts";
import { getFile, onDisk } from "#domain/store/disk.server.ts";
import { writeWhole } from "#domain/store/write.server.ts";
import sharp from "sharp";
import { blurParts } from "./blur.ts";
import { isOutOfMemory } from "../out-of-memory.ts";
import { cutStone, STONE_FROM } from "./cut-stone.ts";
import { openOriginal } from "./decode.ts";
import type { Pixels, Size } from "./pixels.ts";
import { recognise } from "./recognise.ts";
import readExif from "exif-reader";

type Shape = { fits: number } | { covers: Size };

/** In pixels. `fits` is the longer side, and never enlarges. `covers` cuts that size from the middle. */
const shapes: Record<Derivative, Shape> = {
  sm: { fits: 320 },
  webp640: { fits: 640 },
  webp: { fits: 2048 },
  webp300x300: { covers: { width: 300, height: 300 } },
  a: { fits: 2048 },
  a_sm: { covers: { width: 512, height: 512 } },
  a_xs: { covers: { width: 320, height: 320 } },
  pin: { covers: STONE_FROM },
  wide: { fits: 2400 },
  tall: { covers: { width: 1080, height: 1920 } },
  logo: { covers: { width: 512, height: 512 } },
};

/** Above this, more compression effort takes much time and saves few bytes. */
const LARGE_PIXELS = 1_000_000;

/** Makes all derivatives of one original, or none. @throws {Error} with a sentence for the admin */
export async function deriveImage(task: DeriveTask): Promise<DeriveResult> {
  const file = await getFile(task.original);
  if (!file) throw new Error("The original is not in the store.");
  const outputs = Object.entries(task.outputs) as [Derivative, string][];
  const made = await makeDerivatives(
    task.original,
    outputs.map(([kind]) => kind),
    { blurs: task.blurs },
  ).catch((error: unknown) => {
    if (error instanceof Refusal) throw refusalOf(task.original, error);
    const [first = ""] = String((error as Error).message ?? error).split("\n");
    const reason = first.replace(`${onDisk(task.original)}: `, "").trim();
    throw new Error(`This image can't be read: ${reason}.`, { cause: error });
  });
  for (const [index, [, place]] of outputs.entries())
    await writeWhole(place, made.images[index]!);
  const { images, ...found } = made;
  const smallest = images[outputs.findIndex(([kind]) => kind === "sm")];
  const fingerprint = smallest && (await findFingerprint(smallest));
  const sha256 = await readChecksum(onDisk(task.original));
  const blurred = task.blurs?.length;
  return { ...found, fingerprint, ...file, sha256, blurred };
}

/** @param options.effort of the compression, 0 to 6 @throws {Refusal}, or the decoder's error */
async function makeDerivatives(
  original: string,
  kinds: Derivative[],
  { effort, blurs = [] }: { effort?: number; blurs?: Blur[] } = {},
) {
  const { size, exif, decode } = await openOriginal(onDisk(original));
  const scales = kinds.map((kind) => scaleFor(shapes[kind], size));
  // Decodes and resizes the original only once, to the largest size that is needed.
  const pixels = await decode(scaled(size, Math.min(1, Math.max(...scales))));
  await blurParts(pixels, blurs);
  const images: Buffer[] = [];
  for (const kind of kinds)
    images.push(await encode(kind, pixels, size, original, effort));
  return { ...size, taken_dt: findTaken(exif), images };
}

function scaleFor(shape: Shape, { width, height }: Size) {
  return "fits" in shape
    ? shape.fits / Math.max(width, height)
    : Math.max(shape.covers.width / width, shape.covers.height / height);
}

const scaled = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
});

function encode(
  kind: Derivative,
  { data, ...raw }: Pixels,
  original: Size,
  name: string,
  effort?: number,
) {
  const shape = shapes[kind];
  const size =
    "fits" in shape
      ? scaled(original, Math.min(1, scaleFor(shape, original)))
      : shape.covers;
  const picture = sharp(data, { raw }).resize({
    ...size,
    fit: "fits" in shape ? "fill" : "cover",
  });
  if (kind === "pin") return cutStone(picture, name);
  const usual = size.width * size.height > LARGE_PIXELS ? 2 : 4;
  return picture.webp({ effort: effort ?? usual }).toBuffer();
}

/** Pixels of a copy so small that size, format and compression no longer show. One more column than bits in a row. */
const COLUMNS = 9;
const ROWS = 8;

/**
 * A difference hash, 64 bits in hex: whether a pixel of a small grey copy is brighter than the next one to its right.
 * Versions of one picture differ in few bits, other pictures in about half.
 */
export async function findFingerprint(picture: Buffer) {
  const grey = await sharp(picture)
    .flatten()
    .greyscale()
    .resize(COLUMNS, ROWS, { fit: "fill" })
    .raw()
    .toBuffer();
  let bits = 0n;
  for (let row = 0; row < ROWS; row++)
    for (let column = 0; column < COLUMNS - 1; column++) {
      const at = row * COLUMNS + column;
      bits = (bits << 1n) | (grey[at]! > grey[at + 1]! ? 1n : 0n);
    }
  return bits.toString(16).padStart(16, "0");
}

/** The time of the photo according to the camera: YYYY-MM-DDTHH:MM:SS in its local time. Null if it doesn't say. */
export function findTaken(exif: Buffer | undefined): string | null {
  if (!exif) return null;
  try {
    const taken: unknown = readExif(exif).Photo?.DateTimeOriginal;
    if (!(taken instanceof Date)) return null;
    // exif-reader reads the camera's local time as UTC, a date of zeros as one in 1899, and the last second of 9999
    // as the year 10000.
    const year = taken.getUTCFullYear();
    return year >= 1900 && year <= 9999
      ? taken.toISOString().slice(0, 19)
      : null;
  } catch {
    // The photo may be good although its EXIF can't be read.
    return null;
  }
}

/** The sender waits, and the job that follows makes the same derivative with more effort. */
const EFFORT = 0;

/** Makes the small derivative, as a job does later. @throws if the disk can't be read, or memory has run out */
export async function checkPicture({
  file,
  hasCopy,
  derivative,
  blurs,
}: CheckTask["data"]): Promise<CheckedPicture> {
  try {
    const made = hasCopy
      ? undefined
      : await makeDerivatives(file, [derivative], { effort: EFFORT, blurs });
    return {
      extension: await recognise(onDisk(file)),
      sha256: await readChecksum(onDisk(file)),
      made: made?.images[0]!.toString("base64"),
    };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.reason };
    // sharp's own words for a file that went away with its store.
    const isOfDisk =
      error instanceof Error &&
      ("code" in error || error.message.startsWith("Input file is missing"));
    if (isOfDisk || isOutOfMemory(error)) throw error;
    return { refused: "damaged" };
  }
}
