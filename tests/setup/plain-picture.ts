import sharp, { type Color } from "sharp";

const made = new Map<string, Promise<Buffer>>();

/** A WebP picture of one colour. Made once in a process, because hundreds of tests ask for the same ones. */
export function plainPicture(width: number, height: number, background: Color) {
  const key = JSON.stringify([width, height, background]);
  const picture =
    made.get(key) ??
    sharp({ create: { width, height, channels: 3, background } })
      .webp()
      .toBuffer();
  made.set(key, picture);
  return picture;
}
