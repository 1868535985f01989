import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";

/** Rows from the top, with HEIF's own rotation applied. A pixel is four bytes: red, green, blue, alpha. */
export interface DecodedHeic {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

let last: Promise<unknown> = Promise.resolve();

/** Decodes the primary picture of a HEIC, one at a time, because a large one takes several hundred megabytes. */
export function decodeHeic(
  file: string,
  pixelsMax: number,
): Promise<DecodedHeic> {
  const decoded = last.then(async () =>
    decodeInThread({ bytes: await readFile(file), pixelsMax }),
  );
  last = decoded.catch(() => {});
  return decoded;
}

function decodeInThread(workerData: { bytes: Buffer; pixelsMax: number }) {
  return new Promise<DecodedHeic>((resolve, reject) => {
    // The thread has this path in the source and in the build.
    new Worker(new URL("./heic-thread.js", import.meta.url), {
      workerData,
    })
      .once("message", resolve)
      .once("error", reject)
      .once("exit", () => reject(new Error("the HEIC decoder gave up")));
  });
}
