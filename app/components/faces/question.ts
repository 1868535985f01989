import wasm from "@tensorflow/tfjs-backend-wasm/wasm-out/tfjs-backend-wasm-simd.wasm?url";
import plainWasm from "@tensorflow/tfjs-backend-wasm/wasm-out/tfjs-backend-wasm.wasm?url";
import weights from "@vladmandic/human/models/blazeface.bin?url";
import graph from "@vladmandic/human/models/blazeface.json?url";
import { createCanvas, decode } from "#app/components/ui/draw.ts";
import type { FacesQuestion } from "./faces.worker.ts";
import { drawerOf, listParts } from "./find-faces.ts";
import { SIDE, type Graph } from "./model.ts";

/** The smallest program with a SIMD instruction. Safari runs such since 16.4, and WebKit elsewhere not on every machine. */
const SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8,
  0, 65, 0, 253, 15, 253, 98, 11,
]);

/** Loads all that the worker needs, because it loads nothing itself. @param src of the picture */
export async function loadQuestion(src: string): Promise<FacesQuestion> {
  const kernels = WebAssembly.validate(SIMD) ? wasm : plainWasm;
  const [picture, program, model, numbers] = await Promise.all(
    [src, kernels, graph, weights].map(async (address) => {
      const answer = await fetch(address);
      if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
      return answer;
    }),
  );
  const blob = await picture!.blob();
  return {
    picture: (await canDrawInWorker()) ? blob : await drawAll(blob),
    wasm: await program!.arrayBuffer(),
    graph: (await model!.json()) as Graph,
    weights: await numbers!.arrayBuffer(),
  };
}

/** Whether a worker can draw a picture, and draw it upright: Chrome since 112, Safari since 17. */
const canDrawInWorker = async () =>
  "OffscreenCanvas" in window &&
  createImageBitmap(new ImageData(1, 1), { imageOrientation: "from-image" })
    .then(() => true)
    .catch(() => false);

/** Draws each part of the picture that is looked at. The page can't be used for a moment, unlike in newer browsers. */
async function drawAll(picture: Blob) {
  const source = await decode(picture);
  const { width, height } = source;
  const draw = drawerOf(source, createCanvas(SIDE, SIDE).context);
  const squares = listParts({ width, height }).map((part) => draw(part));
  source.close();
  return { width, height, squares };
}
