import sharp from "sharp";
import { sumOf } from "#tests/setup/files.ts";

/** Small pictures, each with bytes of its own. */

export type PictureId = number;

const drawn = new Map<PictureId, Promise<Buffer>>();
const bySum = new Map<string, PictureId>();

export const extensionOf = (id: PictureId) => (id % 2 === 0 ? "png" : "jpg");

export const nameOf = (id: PictureId, name: string | number = id) =>
  `${name}.${extensionOf(id)}`;

export function bytesOf(id: PictureId): Promise<Buffer> {
  const known = drawn.get(id) ?? draw(id);
  drawn.set(id, known);
  return known;
}

/** The picture of which these are the bytes; undefined if they are of none that was drawn. */
export const pictureOf = (bytes: Buffer) => bySum.get(sumOf(bytes));

/** What tells eight pictures apart, such as those of one find. */
const blueOf = (id: PictureId) => 20 + (id % 8) * 30;

/** Whether a derivative shows this picture, and not another of the eight. */
export async function isOf(id: PictureId, derivative: Uint8Array) {
  const { channels } = await sharp(derivative).stats();
  return Math.abs(channels[2]!.mean - blueOf(id)) < 12;
}

async function draw(id: PictureId) {
  const bytes = await encode(id);
  bySum.set(sumOf(bytes), id);
  return bytes;
}

async function encode(id: PictureId) {
  const [r, g, b] = [id & 255, (id >> 8) & 255, blueOf(id)];
  const picture = sharp({
    create: { width: 8, height: 8, channels: 3, background: { r, g, b } },
  });
  if (extensionOf(id) === "png") return picture.png().toBuffer();
  const jpeg = await picture.jpeg().toBuffer();
  // A comment, after the marker that begins every JPEG.
  const comment = Buffer.from([0xff, 0xfe, 0, 4, id >> 8, id & 255]);
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
}
