import { useEffect, useState } from "react";
import type { FacesAnswer } from "./faces.worker.ts";
import { loadQuestion } from "./question.ts";

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
