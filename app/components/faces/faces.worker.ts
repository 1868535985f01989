import type { Blur } from "#domain/core/blurs.ts";
import wasm from "@tensorflow/tfjs-backend-wasm/wasm-out/tfjs-backend-wasm-simd.wasm?url";
import weights from "@vladmandic/human/models/blazeface.bin?url";
import graph from "@vladmandic/human/models/blazeface.json?url";
import { findFaces, type Part } from "./find-faces.ts";
import { loadModel, SIDE, type Graph } from "./model.ts";

/** Looks for faces beside the page, so that no press has to wait. What it needs comes from the site's own address. */

const read = async (address: string) => {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return answer;
};

const model = Promise.all([
  read(wasm).then((answer) => answer.arrayBuffer()),
  read(graph).then((answer) => answer.json() as Promise<Graph>),
  read(weights).then((answer) => answer.arrayBuffer()),
]).then((parts) => loadModel(...parts));
// The answer to the picture says it.
model.catch(() => {});

self.onmessage = async ({ data: picture }: MessageEvent<ImageBitmap>) => {
  const look = await model.catch(() => null);
  self.postMessage((look && findIn(look, picture)) satisfies FacesAnswer);
};

/** null if this browser can't look for faces. */
export type FacesAnswer = Blur[] | null;

function findIn(look: Awaited<typeof model>, picture: ImageBitmap) {
  const context = new OffscreenCanvas(SIDE, SIDE).getContext("2d", {
    willReadFrequently: true,
  })!;
  function draw({ left, top, width, height }: Part) {
    const scale = SIDE / Math.max(width, height);
    context.fillRect(0, 0, SIDE, SIDE);
    context.drawImage(
      picture,
      ...[left, top, width, height],
      ...[0, 0, width * scale, height * scale],
    );
    return context.getImageData(0, 0, SIDE, SIDE).data;
  }
  return findFaces(look, draw, picture);
}
