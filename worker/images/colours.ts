import { open } from "node:fs/promises";
import type { Sharp } from "sharp";
import type { Pixels } from "./pixels.ts";

/** From linear light to that of sRGB, row by row, for BT.2020 (9) and Display P3 (12), as ITU-T H.273 numbers them. */
const MATRICES: Record<number, number[]> = {
  9: [
    1.660491, -0.587641, -0.07285, -0.12455, 1.1329, -0.008349, -0.018151,
    -0.100579, 1.11873,
  ],
  12: [
    1.22494, -0.22494, 0, -0.042057, 1.042057, 0, -0.019638, -0.078636,
    1.098274,
  ],
};

const PQ = 16;
const HLG = 18;
/** The light of a stored value from 0 to 1. In PQ, 1 is the light of white paper (203 cd/m²). */
function lightOf(value: number, transfer: number) {
  if (transfer === PQ) {
    const power = value ** (32 / 2523);
    const part =
      Math.max(0, power - 0.8359375) / (18.8515625 - 18.6875 * power);
    return (part ** (16384 / 2610) * 10_000) / 203;
  }
  if (transfer === HLG)
    return value <= 0.5
      ? value ** 2 / 3
      : (Math.exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

const storedFor = (light: number) =>
  light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;

/** Numbers of ITU-T H.273. */
export interface Colours {
  primaries: number;
  transfer: number;
}

/** The boxes that describe a picture come before its data, and the main picture's before those of others. */
const HEAD_BYTES = 65_536;
const BOX = "colrnclx";

/** Reads the colours that sharp ignores; undefined if they are sRGB's, or not named. */
export async function readColours(file: string): Promise<Colours | undefined> {
  const handle = await open(file);
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    await handle.read(head, 0, HEAD_BYTES, 0);
    const at = head.indexOf(BOX, 0, "latin1");
    if (at < 0 || at + 12 > HEAD_BYTES) return undefined;
    const primaries = head.readUInt16BE(at + BOX.length);
    const transfer = head.readUInt16BE(at + BOX.length + 2);
    return primaries in MATRICES || transfer === PQ || transfer === HLG
      ? { primaries, transfer }
      : undefined;
  } finally {
    await handle.close();
  }
}

/** HDR keeps its light up to here. Above, it is compressed: white paper is nearly white, and lamps still differ. */
const KNEE = 0.6;
const compress = (light: number) =>
  light <= KNEE ? light : 1 - (1 - KNEE) ** 2 / (light + 1 - 2 * KNEE);

/** The brightness at which a screen shows HLG's full light, in white papers. */
const HLG_PEAK = 1000 / 203;
const STEPS = 65_535;

export async function toSrgb(
  picture: Sharp,
  { primaries, transfer }: Colours,
): Promise<Pixels> {
  const { data, info } = await picture
    .toColourspace("rgb16")
    .raw({ depth: "ushort" })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const from = new Uint16Array(data.buffer, data.byteOffset, data.length / 2);
  /** With the fourth channel, alpha, as it is. */
  const to = Buffer.from(from.map((value) => value >> 8));
  const light = Float32Array.from({ length: STEPS + 1 }, (_, step) =>
    lightOf(step / STEPS, transfer),
  );
  const stored = Uint8Array.from({ length: STEPS + 1 }, (_, step) =>
    Math.round(255 * storedFor(step / STEPS)),
  );
  const show = (light: number) =>
    stored[Math.min(STEPS, Math.round(light * STEPS))]!;
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0, i = 1] =
    MATRICES[primaries] ?? [];
  const isHdr = transfer === PQ || transfer === HLG;
  for (let at = 0; at < from.length; at += channels) {
    const x = light[from[at]!]!;
    const y = light[from[at + 1]!]!;
    const z = light[from[at + 2]!]!;
    const red = Math.max(0, a * x + b * y + c * z);
    const green = Math.max(0, d * x + e * y + f * z);
    const blue = Math.max(0, g * x + h * y + i * z);
    const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    let factor = transfer === HLG ? HLG_PEAK * luminance ** 0.2 : 1;
    const most = Math.max(red, green, blue) * factor;
    if (isHdr && most > KNEE) factor *= compress(most) / most;
    to[at] = show(red * factor);
    to[at + 1] = show(green * factor);
    to[at + 2] = show(blue * factor);
  }
  return { data: to, width, height, channels };
}
