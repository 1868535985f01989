import { readFileSync } from "node:fs";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { Blur } from "#core/blurs.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { derivativeSets } from "#domain/store/paths.ts";
import { deriveImage } from "#worker/images/derive.ts";
import { writeInStore } from "../setup/own-store.ts";

/** A chessboard of fine squares, whose detail nothing of a blurred part may keep. */
async function chessboard(width: number, height: number, square: number) {
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const isWhite = (Math.floor(x / square) + Math.floor(y / square)) % 2;
      const at = (y * width + x) * 3;
      data.fill(isWhite ? 235 : 20, at, at + 3);
    }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** How much the brightness of a part of a picture varies: its standard deviation. */
async function detailOf(file: Buffer, [x, y, w, h]: Blur) {
  const { width, height } = await sharp(file).metadata();
  const [left, top] = [Math.round(x * width), Math.round(y * height)];
  const size = { width: Math.round(w * width), height: Math.round(h * height) };
  const part = sharp(file)
    .extract({ left, top, ...size })
    .png();
  const { channels } = await sharp(await part.toBuffer()).stats();
  return channels[0]!.stdev;
}

const FACE: Blur = [0.5, 0.25, 0.25, 0.25];

test.each([
  ["upright", 1],
  ["turned by the camera", 6],
])(
  "a part of a picture (%s) is averaged away in every derivative, and the rest is untouched",
  async (_, orientation) => {
    const folder = `rocks/9/${orientation}`;
    const original = `${folder}/original/a.jpg`;
    const upright = await chessboard(800, 600, 20);
    // What a camera that was held upright stores, and how it says so.
    const stored = orientation === 6 ? upright.rotate(270) : upright;
    const sent = await stored
      .jpeg({ quality: 95 })
      .withMetadata({ orientation })
      .toBuffer();
    writeInStore(original, sent);
    const outputs = Object.fromEntries(
      derivativeSets.find.map((kind) => [kind, `${folder}/${kind}/a.webp`]),
    );

    await deriveImage({ original, outputs, blurs: [FACE] });

    for (const [kind, place] of Object.entries(outputs)) {
      const made = readFileSync(onDisk(place));
      expect(await detailOf(made, FACE), kind).toBeLessThan(12);
      for (const beside of [
        [0, 0, 0.4, 1],
        [0.5, 0.56, 0.25, 0.4],
      ] as Blur[])
        expect(await detailOf(made, beside), kind).toBeGreaterThan(80);
    }
    expect(readFileSync(onDisk(original)).equals(sent)).toBe(true);
  },
);

test("what covers the whole picture, and what is smaller than a pixel, is blurred too", async () => {
  const folder = "rocks/9/edges";
  const sent = await (await chessboard(300, 40, 4)).png().toBuffer();
  writeInStore(`${folder}/original/a.png`, sent);
  const outputs = { sm: `${folder}/sm/a.webp` };
  const task = { original: `${folder}/original/a.png`, outputs };
  await deriveImage({ ...task, blurs: [[1, 1, 0.0005, 0.0005]] });
  await deriveImage({ ...task, blurs: [[0, 0, 1, 1]] });
  const made = readFileSync(onDisk(outputs.sm));
  expect(await detailOf(made, [0, 0, 1, 1])).toBeLessThan(12);
});
