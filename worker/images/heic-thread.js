import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import decoderOf from "heic-decode/lib.js";

/** Decodes one picture. It keeps its thread busy for a second a photo, and never gives its memory back. */

const { resolve } = createRequire(import.meta.url);
const libheif = createRequire(resolve("heic-decode"))("libheif-js/wasm-bundle");

/** heic-decode takes the first picture of a file, and that need not be the one that is to be shown. */
class PrimaryDecoder extends libheif.HeifDecoder {
  decode(bytes) {
    const pictures = super.decode(bytes);
    for (const picture of pictures) if (!picture.is_primary()) picture.free();
    return pictures.filter((picture) => picture.handle !== null);
  }
}

const { bytes, pixelsMax } = workerData;
// The first of libheif's own limits, behind their version: pixels of anything that it decodes.
const LIMIT_AT = libheif._heif_get_global_security_limits() + 8;
new DataView(libheif.HEAPU8.buffer).setBigUint64(
  LIMIT_AT,
  BigInt(pixelsMax),
  true,
);

const { one } = decoderOf({ ...libheif, HeifDecoder: PrimaryDecoder });
const { width, height, data } = await one({ buffer: bytes });
parentPort?.postMessage({ width, height, data }, [data.buffer]);
