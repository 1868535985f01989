import sharp, { type Metadata, type Sharp, type SharpOptions } from "sharp";
import { decodeHeic } from "./heic.ts";
import { writeProfiledTiff } from "./profiled-tiff.ts";

// Two images side by side are faster than two threads on one; and no original is read twice.
sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Jpeg", "Png", "Webp", "Nsgif", "Heif", "Tiff"].map(
    (kind) => `VipsForeignLoad${kind}`,
  ),
});

const PIXELS_MAX = 120_000_000;
const HEIC_PIXELS_MAX = 50_000_000;

/** What libjpeg warns of though every pixel is there; its other warnings mean that some are missing. */
const HARMLESS = /Invalid SOS parameters|extraneous bytes/;

export interface Size {
  width: number;
  height: number;
}

/** Eight bits a channel, sRGB or grey, the right way up. */
export interface Pixels extends Size {
  data: Buffer;
  channels: 1 | 2 | 3 | 4;
}

export interface Original extends Size {
  exif: Buffer | undefined;
  /** @throws where the picture is not there to its last row */
  decode: (size: Size) => Promise<Pixels>;
}

/** Opens the first picture of a file; its size is that of the picture the right way up. */
export async function openOriginal(file: string): Promise<Original> {
  const about = await sharp(file, { limitInputPixels: PIXELS_MAX }).metadata();
  const { width, height } = about.autoOrient;
  const { exif } = about;
  if (about.compression !== "hevc")
    return {
      width,
      height,
      exif,
      decode: (size) => decode(file, about.format, size),
    };
  if (width * height > HEIC_PIXELS_MAX)
    throw new Error("the image has more than 50 megapixels");
  return {
    width,
    height,
    exif,
    decode: (size) => decodePhone(file, about, size),
  };
}

async function decode(file: string, format: Metadata["format"], size: Size) {
  const read = (failOn: SharpOptions["failOn"]) =>
    readPixels(
      sharp(file, { failOn, limitInputPixels: PIXELS_MAX })
        .autoOrient()
        .resize({ ...size, fit: "fill" }),
    );
  if (format !== "jpeg") return read("error");
  try {
    return await read("warning");
  } catch (error) {
    if (!HARMLESS.test(String(error))) throw error;
    return read("error");
  }
}

/** HEIC: its EXIF orientation repeats the rotation that its decoder has already made. */
async function decodePhone(file: string, about: Metadata, size: Size) {
  const { data, width, height } = await decodeHeic(file);
  const picture = sharp(data, { raw: { width, height, channels: 4 } });
  if (!about.hasAlpha) picture.removeAlpha();
  const pixels = await readPixels(picture.resize({ ...size, fit: "fill" }));
  return about.icc
    ? readPixels(sharp(writeProfiledTiff(pixels, about.icc)))
    : pixels;
}

async function readPixels(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { data, width, height, channels };
}
