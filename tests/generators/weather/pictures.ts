import { createHash } from "node:crypto";
import sharp from "sharp";
import type { createRandom } from "#bench/generate/random.mjs";

export type Random = ReturnType<typeof createRandom>;

/** A small picture in one colour. No other picture of a round has its colour or its bytes. */
export interface Picture {
  name: string;
  bytes: Buffer;
  sha256: string;
  colour: Colour;
}
type Colour = [red: number, green: number, blue: number];

/** Channels differ by so much at least. Compression changes a colour by less than half of it. */
const STEP = 32;
const SIDE = 24;

/** Makes pictures of colours that are all different. */
export function createPainter(random: Random) {
  const left: Colour[] = [];
  const values = Array.from({ length: 7 }, (_, n) => 16 + n * STEP);
  for (const red of values)
    for (const green of values)
      for (const blue of values) left.push([red, green, blue]);
  return async (name: string): Promise<Picture> => {
    const [colour] = left.splice(random.below(left.length), 1) as [Colour];
    const [r, g, b] = colour;
    const create = {
      width: SIDE,
      height: SIDE,
      channels: 3,
      background: { r, g, b },
    } as const;
    const bytes = await sharp({ create }).png().toBuffer();
    return { name, bytes, sha256: sumOf(bytes), colour };
  };
}

export const sumOf = (bytes: Buffer) =>
  createHash("sha256").update(bytes).digest("hex");

/** Whether a derivative shows this picture and no other. */
export async function shows(file: Buffer, { colour }: Picture) {
  const { data } = await sharp(file)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return colour.every(
    (value, channel) => Math.abs(data[channel]! - value) < STEP / 2,
  );
}
