import { useEffect, useState } from "react";
import wasm from "@tensorflow/tfjs-backend-wasm/wasm-out/tfjs-backend-wasm-simd.wasm?url";
import weights from "@vladmandic/human/models/blazeface.bin?url";
import graph from "@vladmandic/human/models/blazeface.json?url";
import type { FacesAnswer, FacesQuestion } from "./faces.worker.ts";
import type { Graph } from "./model.ts";

/**
 * Looks for faces in a picture. Nothing leaves the device. Undefined while it looks; null if this browser can't, or
 * the face finder could not be loaded.
 * @param src of the picture; undefined until it is on the screen
 */
export function useFaces(src: string | undefined): FacesAnswer | undefined {
  const [found, setFound] = useState<FacesAnswer>();
  useEffect(() => {
    if (!src) return;
    const fail = () => setFound(null);
    if (!("OffscreenCanvas" in window)) return fail();
    const worker = new Worker(new URL("./faces.worker.ts", import.meta.url), {
      type: "module",
    });
    worker.onmessage = ({ data }) => setFound(data as FacesAnswer);
    worker.onerror = fail;
    // By the page, because not every service worker sees what a worker loads.
    loadQuestion(src).then(
      (question) =>
        worker.postMessage(question, [question.wasm, question.weights]),
      fail,
    );
    return () => worker.terminate();
  }, [src]);
  return found;
}

async function loadQuestion(src: string): Promise<FacesQuestion> {
  const [picture, kernels, model, numbers] = await Promise.all(
    [src, wasm, graph, weights].map(async (address) => {
      const answer = await fetch(address);
      if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
      return answer;
    }),
  );
  return {
    picture: await picture!.blob(),
    wasm: await kernels!.arrayBuffer(),
    graph: (await model!.json()) as Graph,
    weights: await numbers!.arrayBuffer(),
  };
}
