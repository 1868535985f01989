import type { Blur } from "#core/blurs.ts";
import sharp from "sharp";
import type { Pixels } from "./pixels.ts";

/** Number of averages that are left of a part's shorter side. A face can't be told from 4×4 colours, nor rebuilt. */
const BLOCKS = 4;
/** Pixels that each of them becomes before they run into each other, and by how many they do. */
const SPREAD = 8;
const SIGMA = 4;
/** The distance that the blur runs out around a part, as a fraction of its shorter side. */
const EDGE = 0.15;

/** Only averages of large blocks are left of them. The edges are soft, outside of the parts. */
export async function blurParts(pixels: Pixels, blurs: Blur[]) {
  for (const blur of blurs) await blurPart(pixels, blur);
}

async function blurPart({ data, ...raw }: Pixels, [x, y, w, h]: Blur) {
  const left = x * raw.width;
  const top = y * raw.height;
  const right = left + w * raw.width;
  const bottom = top + h * raw.height;
  const side = Math.min(right - left, bottom - top);
  const edge = Math.max(1, side * EDGE);
  const across = spanOf(left, right, edge, raw.width);
  const down = spanOf(top, bottom, edge, raw.height);
  const size = { width: across.length, height: down.length };
  const blocks = (length: number) =>
    Math.min(length, Math.max(1, Math.round((length / side) * BLOCKS)));
  const averages = await sharp(data, { raw })
    .extract({ left: across.from, top: down.from, ...size })
    .resize({
      width: blocks(size.width),
      height: blocks(size.height),
      fit: "fill",
      kernel: "mitchell",
    })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { data: colours, info } = averages;
  const spread = await sharp(colours, { raw: info })
    .resize({
      width: info.width * SPREAD,
      height: info.height * SPREAD,
      fit: "fill",
      kernel: "cubic",
    })
    .blur(SIGMA)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const blurred = await sharp(spread.data, { raw: spread.info })
    .resize({ ...size, fit: "fill", kernel: "cubic" })
    .raw()
    .toBuffer();
  for (let row = 0; row < size.height; row++)
    for (let column = 0; column < size.width; column++) {
      const away = Math.hypot(
        outside(across.from + column + 0.5, left, right),
        outside(down.from + row + 0.5, top, bottom),
      );
      const part = 1 - Math.max(0, away - 1) / edge;
      if (part <= 0) continue;
      const from = (row * size.width + column) * raw.channels;
      const to =
        ((down.from + row) * raw.width + across.from + column) * raw.channels;
      for (let channel = 0; channel < raw.channels; channel++) {
        const was = data[to + channel]!;
        const is = blurred[from + channel]!;
        data[to + channel] = part >= 1 ? is : was + (is - was) * part;
      }
    }
}

/** The whole pixels from one end to the other with the soft edges, within the picture. */
function spanOf(start: number, end: number, edge: number, max: number) {
  const from = Math.min(Math.max(0, Math.floor(start - edge - 1)), max - 1);
  const to = Math.max(from + 1, Math.min(max, Math.ceil(end + edge + 1)));
  return { from, length: to - from };
}

const outside = (at: number, start: number, end: number) =>
  Math.max(start - at, 0, at - end);
