import { readFileSync } from "node:fs";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { findFaces, type Part } from "#app/components/faces/find-faces.ts";
import { loadModel, SIDE, type Graph } from "#app/components/faces/model.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { deriveImage } from "#worker/images/derive.ts";
import { writeInStore } from "../setup/own-store.ts";

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
