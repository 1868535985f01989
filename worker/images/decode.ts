import {
  HEIF_MEGAPIXELS_MAX,
  MEGAPIXELS_MAX,
  Refusal,
} from "#domain/images/refusals.server.ts";
import sharp, { type Metadata, type Sharp, type SharpOptions } from "sharp";
import { readColours, toSrgb, type Colours } from "./colours.ts";
import type { Pixels, Size } from "./pixels.ts";
import { recognise } from "./recognise.ts";
import { writeTiff } from "./tiff.ts";
import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";

// Two processes with an image each are faster than two threads on one image. A cache is useless, because no
// original is read twice.
sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Jpeg", "Png", "Webp", "Nsgif", "Heif", "Tiff"].map(
    (kind) => `VipsForeignLoad${kind}`,
  ),
});

/** A little more, because an encoder pads a picture to whole blocks. */
const HEIC_CODED_PIXELS_MAX = 52_000_000;

export interface Original {
  /** After the EXIF orientation. */
  size: Size;
  exif?: Buffer;
  /** Upright, in sRGB. What a damaged picture lacks is grey, black or transparent. @throws if nothing can be seen */
  decode: (size: Size) => Promise<Pixels>;
}

/** Decodes nothing yet. @throws {Refusal}, or any other error for a header that can't be read */
export async function openOriginal(file: string): Promise<Original> {
  if ((await recognise(file)) === "raw") throw new Refusal("raw");
  const about = await sharp(file, {
    failOn: "none",
    limitInputPixels: false,
  }).metadata();
  const megapixels = (about.width * about.height) / 1_000_000;
  if (megapixels > MEGAPIXELS_MAX) throw new Refusal("large");
  if (about.format === "heif" && megapixels > HEIF_MEGAPIXELS_MAX)
    throw new Refusal("largeHeif");
  const isNamed = about.format === "heif" && !about.icc;
  const colours = isNamed ? await readColours(file) : undefined;
  return {
    size: about.autoOrient,
    exif: about.exif,
    decode: chooseDecoder(file, { ...about, colours }),
  };
}

interface About extends Metadata {
  /** Undefined for sRGB, and if there is a profile. */
  colours?: Colours;
}

function chooseDecoder(file: string, about: About): Original["decode"] {
  if (about.compression === "hevc")
    return (size) => decodePhone(file, about, size);
  if (!about.colours && about.space === "srgb" && about.depth === "uchar")
    return (size) => decodePlain(file, about, size);
  return (size) =>
    readOriginal(file, about.colours, {}, (picture) =>
      picture.autoOrient().resize({ ...size, fit: "fill" }),
    );
}

/** Resizes before it converts colours and orientation, because a fourth of the pixels takes a fourth of the time. */
async function decodePlain(file: string, about: Metadata, size: Size) {
  const { orientation = 1, icc } = about;
  const { width, height } = size;
  const stored = orientation < 5 ? size : { width: height, height: width };
  const pixels = await readOriginal(
    file,
    undefined,
    { ignoreIcc: true },
    (picture) => picture.resize({ ...stored, fit: "fill" }),
  );
  return finish(pixels, icc, orientation);
}

/** Ignores EXIF's orientation, because in a HEIC it repeats the rotation that the decoder has already applied. */
async function decodePhone(file: string, about: About, size: Size) {
  const { data, width, height } = await decodeHeic(file, HEIC_CODED_PIXELS_MAX);
  const picture = sharp(data, { raw: { width, height, channels: 4 } });
  if (!about.hasAlpha) picture.removeAlpha();
  const pixels = await readPixels(
    picture.resize({ ...size, fit: "fill" }),
    about.colours,
  );
  return finish(pixels, about.icc);
}

const finish = (pixels: Pixels, profile?: Buffer, orientation = 1) =>
  profile || orientation > 1
    ? readPixels(
        sharp(writeTiff(pixels, { profile, orientation })).autoOrient(),
      )
    : pixels;

/** Reads the readable part of a file. A damaged file is an error only if that part is one flat colour. */
async function readOriginal(
  file: string,
  colours: Colours | undefined,
  options: SharpOptions,
  change: (picture: Sharp) => Sharp,
) {
  const read = (failOn: SharpOptions["failOn"]) =>
    readPixels(
      change(
        sharp(file, {
          ...options,
          failOn,
          limitInputPixels: MEGAPIXELS_MAX * 1_000_000,
        }),
      ),
      colours,
    );
  const pixels = await read("none");
  return isFlat(pixels) ? read("error") : pixels;
}

const isFlat = ({ data, channels }: Pixels) =>
  data.subarray(channels).equals(data.subarray(0, -channels));

async function readPixels(picture: Sharp, colours?: Colours): Promise<Pixels> {
  if (colours) return toSrgb(picture, colours);
  const { data, info } = await picture
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { data, width, height, channels };
}

/** Rows from the top, with HEIF's own rotation applied. A pixel is four bytes: red, green, blue, alpha. */
interface DecodedHeic {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

let last: Promise<unknown> = Promise.resolve();

/** Decodes the primary picture of a HEIC, one at a time, because a large one takes several hundred megabytes. */
function decodeHeic(file: string, pixelsMax: number): Promise<DecodedHeic> {
  const decoded = last.then(async () =>
    decodeInThread({ bytes: await readFile(file), pixelsMax }),
  );
  last = decoded.catch(() => {});
  return decoded;
}

function decodeInThread(workerData: { bytes: Buffer; pixelsMax: number }) {
  return new Promise<DecodedHeic>((resolve, reject) => {
    // The thread has this path in the source and in the build.
    new Worker(new URL("./heic-thread.js", import.meta.url), {
      workerData,
    })
      .once("message", resolve)
      .once("error", reject)
      .once("exit", () => reject(new Error("the HEIC decoder gave up")));
  });
}
