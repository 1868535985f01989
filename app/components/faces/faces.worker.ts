import type { Blur } from "#core/blurs.ts";
import { drawerOf, findFaces } from "./find-faces.ts";
import { loadModel, SIDE, type Graph } from "./model.ts";

/** Looks for faces beside the page, so that no press has to wait. It is given all that it needs, and loads nothing. */

/** A picture whose parts the page has drawn, in the order of `listParts`, because no worker of this browser can. */
interface Drawn {
  width: number;
  height: number;
  squares: Uint8ClampedArray[];
}

export interface FacesQuestion {
  picture: Blob | Drawn;
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
  if (!(picture instanceof Blob))
    return findFaces(look, (_part, index) => picture.squares[index]!, picture);
  const bitmap = await createImageBitmap(picture, {
    imageOrientation: "from-image",
  });
  const context = new OffscreenCanvas(SIDE, SIDE).getContext("2d", {
    willReadFrequently: true,
  })!;
  return findFaces(look, drawerOf(bitmap, context), bitmap);
}
