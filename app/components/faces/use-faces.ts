import wasm from "@tensorflow/tfjs-backend-wasm/wasm-out/tfjs-backend-wasm-simd.wasm?url";
import weights from "@vladmandic/human/models/blazeface.bin?url";
import graph from "@vladmandic/human/models/blazeface.json?url";
import { useEffect, useState } from "react";
import type { Blur } from "#domain/core/blurs.ts";
import type { FacesAnswer, FacesQuestion } from "./faces.worker.ts";
import type { Graph } from "./model.ts";

export interface Faces {
  isLooking: boolean;
  /** Whether this browser can't look for faces, or what does it could not be loaded. */
  hasFailed: boolean;
  found?: Blur[];
}

/**
 * Looks for faces in a picture. Nothing leaves the device.
 * @param src of the picture; undefined until it is on the screen
 */
export function useFaces(src: string | undefined): Faces {
  const [faces, setFaces] = useState<Faces>({
    isLooking: true,
    hasFailed: false,
  });
  useEffect(() => {
    if (!src) return;
    const end = (found: FacesAnswer) =>
      setFaces({
        isLooking: false,
        hasFailed: found === null,
        found: found ?? undefined,
      });
    if (!("OffscreenCanvas" in window)) return end(null);
    const worker = new Worker(new URL("./faces.worker.ts", import.meta.url), {
      type: "module",
    });
    worker.onmessage = ({ data }) => end(data as FacesAnswer);
    worker.onerror = () => end(null);
    // By the page, because not every service worker sees what a worker loads.
    loadQuestion(src).then(
      (question) =>
        worker.postMessage(question, [question.wasm, question.weights]),
      () => end(null),
    );
    return () => worker.terminate();
  }, [src]);
  return faces;
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
