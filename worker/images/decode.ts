import sharp, { type Metadata, type Sharp, type SharpOptions } from "sharp";
import { readColours, toSrgb, type Colours } from "./colours.ts";
import { decodeHeic } from "./heic.ts";
import type { Pixels, Size } from "./pixels.ts";
import { writeTiff } from "./tiff.ts";

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

const MEGAPIXELS_MAX = 120;
/** For AVIF and HEIC, because their decoders take several times the memory of others. */
const HEIF_MEGAPIXELS_MAX = 50;
/** A little more, because an encoder pads a picture to whole blocks. */
const HEIC_CODED_PIXELS_MAX = 52_000_000;

/** libjpeg's warnings about pictures that are complete. All others mean that pixels are missing. */
const HARMLESS = /Invalid SOS parameters|extraneous bytes/;

/** The first picture of a file. */
export interface Original {
  /** After the EXIF orientation. */
  size: Size;
  exif?: Buffer;
  /**
   * Decodes and resizes it, in sRGB and with its orientation applied.
   * @throws if the file ends before the picture's last row
   */
  decode: (size: Size) => Promise<Pixels>;
}

export async function openOriginal(file: string): Promise<Original> {
  const about = await sharp(file, {
    limitInputPixels: MEGAPIXELS_MAX * 1_000_000,
  }).metadata();
  if (
    about.format === "heif" &&
    about.width * about.height > HEIF_MEGAPIXELS_MAX * 1_000_000
  )
    throw new Error(`more than ${HEIF_MEGAPIXELS_MAX} megapixels`);
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
    readFile(file, about, {}, (picture) =>
      picture.autoOrient().resize({ ...size, fit: "fill" }),
    );
}

/** Resizes before it converts colours and orientation, because a fourth of the pixels takes a fourth of the time. */
async function decodePlain(file: string, about: Metadata, size: Size) {
  const { orientation = 1, icc } = about;
  const { width, height } = size;
  const stored = orientation < 5 ? size : { width: height, height: width };
  const pixels = await readFile(file, about, { ignoreIcc: true }, (picture) =>
    picture.resize({ ...stored, fit: "fill" }),
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

async function readFile(
  file: string,
  { format, colours }: About,
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
  if (format !== "jpeg") return read("error");
  try {
    return await read("warning");
  } catch (error) {
    if (!HARMLESS.test(String(error))) throw error;
    return read("error");
  }
}

async function readPixels(picture: Sharp, colours?: Colours): Promise<Pixels> {
  if (colours) return toSrgb(picture, colours);
  const { data, info } = await picture
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { data, width, height, channels };
}
