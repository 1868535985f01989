import { drawsUpright, offscreen } from "./draw-offscreen.ts";
import { encodePreview, type Preview } from "./encode-preview.ts";

export interface WorkerAnswer {
  /** False if this browser can't do it in a worker. */
  isAble: boolean;
  /** Absent if the file needs no preview, or if the browser can't decode it. */
  preview?: Preview;
}

const isAble = drawsUpright();

self.onmessage = async ({ data: file }: MessageEvent<File>) => {
  const answer: WorkerAnswer = { isAble: await isAble };
  if (answer.isAble)
    answer.preview = await encodePreview(file, offscreen).catch(
      () => undefined,
    );
  self.postMessage(answer);
};
