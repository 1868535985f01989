import type { Blur } from "#core/blurs.ts";
import { findFaces, type Part } from "./find-faces.ts";
import { loadModel, SIDE, type Graph } from "./model.ts";

/** Looks for faces beside the page, so that no press has to wait. It is given all that it needs, and loads nothing. */

export interface FacesQuestion {
  picture: Blob;
  wasm: ArrayBuffer;
  graph: Graph;
  weights: ArrayBuffer;
}
/** null if this browser can't look for faces. */
export type FacesAnswer = Blur[] | null;

self.onmessage = async ({ data }: MessageEvent<FacesQuestion>) =>
  self.postMessage(
    (await findIn(data).catch(() => null)) satisfies FacesAnswer,
  );

async function findIn({ picture, wasm, graph, weights }: FacesQuestion) {
  const look = await loadModel(wasm, graph, weights);
  const bitmap = await createImageBitmap(picture, {
    imageOrientation: "from-image",
  });
  const context = new OffscreenCanvas(SIDE, SIDE).getContext("2d", {
    willReadFrequently: true,
  })!;
  function draw({ left, top, width, height }: Part) {
    const scale = SIDE / Math.max(width, height);
    context.fillRect(0, 0, SIDE, SIDE);
    context.drawImage(
      bitmap,
      ...[left, top, width, height],
      ...[0, 0, width * scale, height * scale],
    );
    return context.getImageData(0, 0, SIDE, SIDE).data;
  }
  return findFaces(look, draw, bitmap);
}
