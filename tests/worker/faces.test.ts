import { readFileSync } from "node:fs";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { findFaces, type Part } from "#app/components/faces/find-faces.ts";
import { loadModel, SIDE, type Graph } from "#app/components/faces/model.ts";
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

const PACKAGES = "node_modules";
const MODELS = `${PACKAGES}/@vladmandic/human/models/blazeface`;
const KERNELS = `${PACKAGES}/@tensorflow/tfjs-backend-wasm/wasm-out/tfjs-backend-wasm-simd.wasm`;
/** A picture of the package that the model comes from. In its lower half it has five faces of 120 pixels. */
const PICTURE = `${PACKAGES}/@vladmandic/human/assets/screenshot-facedetect.jpg`;

let look: Awaited<ReturnType<typeof loadModel>>;
beforeAll(async () => {
  const graph = JSON.parse(readFileSync(`${MODELS}.json`, "utf8")) as Graph;
  const { buffer } = new Uint8Array(readFileSync(`${MODELS}.bin`));
  look = await loadModel(readFileSync(KERNELS), graph, buffer);
});

/** Does what a browser does in its worker. */
async function findIn(picture: Buffer) {
  const { data, info } = await sharp(picture)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  function draw({ left, top, width, height }: Part) {
    const square = new Uint8Array(SIDE * SIDE * 4);
    const scale = Math.max(width, height) / SIDE;
    for (let y = 0; y < Math.floor(height / scale); y++)
      for (let x = 0; x < Math.floor(width / scale); x++) {
        const [column, row] = [left + x * scale, top + y * scale];
        const from = (Math.floor(row) * info.width + Math.floor(column)) * 4;
        square.set(data.subarray(from, from + 4), (y * SIDE + x) * 4);
      }
    return square;
  }
  return findFaces(look, draw, info);
}

test("faces are found where they are, and none is found once they are hidden", async () => {
  const row = { left: 0, top: 343, width: 794, height: 158 };
  const sent = await sharp(PICTURE).extract(row).resize(1588).jpeg().toBuffer();
  const outputs = { webp640: "rocks/9/faces/webp640/a.webp" };
  const original = "rocks/9/faces/original/a.jpg";
  writeInStore(original, sent);
  const made = () => findIn(readFileSync(onDisk(outputs.webp640)));
  await deriveImage({ original, outputs });
  const blurs = await made();
  const middles = blurs.map(([x, , width]) => x + width / 2);
  expect(middles.sort().map((at) => Math.floor(at * 5))).toEqual([
    0, 1, 2, 3, 4,
  ]);
  // That a part is hidden in every derivative is tried in `blur`.
  await deriveImage({ original, outputs, blurs });
  expect(await made()).toEqual([]);
});

test("a landscape has no faces", async () => {
  const scene = "scripts/demo/pictures/scenes/forest-1.webp";
  const small = await sharp(scene).resize(640).png().toBuffer();
  expect(await findIn(small)).toEqual([]);
});
