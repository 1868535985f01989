import { inPage } from "./draw-in-page.ts";
import { offscreen } from "./draw-offscreen.ts";
import { encodePreview, type Preview } from "./encode-preview.ts";
import type { WorkerAnswer } from "./preview-worker.ts";

export type { Preview } from "./encode-preview.ts";

let last: Promise<unknown> = Promise.resolve();

/**
 * Makes a preview of at most 1600 px and about 220 kB in a worker, one at a time because an old phone has little memory.
 * Returns nothing if the file is small already (400 kB and 1600 px), or if the browser can't make a preview of it.
 */
export function makePreview(file: File): Promise<Preview | undefined> {
  const made = last.then(() => draw(file)).catch(() => undefined);
  last = made;
  return made;
}

async function draw(file: File) {
  // A service worker can't start a worker, and needs none.
  if (typeof document === "undefined") return encodePreview(file, offscreen);
  const { isAble, preview } = await askWorker(file);
  return isAble ? preview : encodePreview(file, inPage);
}

/** Milliseconds after which a worker counts as one that can't load over a dead link. */
const WORKER_MS_MAX = 20_000;

/** Ends the worker after each picture, because only that gives all its memory back. */
async function askWorker(file: File): Promise<WorkerAnswer> {
  if (!("Worker" in window && "OffscreenCanvas" in window))
    return { isAble: false };
  const worker = new Worker(new URL("./preview-worker.ts", import.meta.url), {
    type: "module",
  });
  try {
    return await new Promise<WorkerAnswer>((resolve) => {
      worker.onmessage = ({ data }) => resolve(data as WorkerAnswer);
      // It could not be loaded, or will not be.
      worker.onerror = () => resolve({ isAble: false });
      setTimeout(() => resolve({ isAble: false }), WORKER_MS_MAX);
      worker.postMessage(file);
    });
  } finally {
    worker.terminate();
  }
}
