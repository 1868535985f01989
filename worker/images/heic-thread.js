import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import decoderOf from "heic-decode/lib.js";

/** Decodes one picture, then ends, because the decoder blocks its thread for a second and never frees its memory. */

const { resolve } = createRequire(import.meta.url);
const libheif = createRequire(resolve("heic-decode"))("libheif-js/wasm-bundle");

/** Decodes the primary picture. heic-decode takes the first one of the file, which may be another. */
class PrimaryDecoder extends libheif.HeifDecoder {
  decode(bytes) {
    const pictures = super.decode(bytes);
    for (const picture of pictures) if (!picture.is_primary()) picture.free();
    return pictures.filter((picture) => picture.handle !== null);
  }
}

const { bytes, pixelsMax } = workerData;
// libheif's limits are a version and then numbers, of which the first is the most pixels that it decodes.
const LIMIT_AT = libheif._heif_get_global_security_limits() + 8;
new DataView(libheif.HEAPU8.buffer).setBigUint64(
  LIMIT_AT,
  BigInt(pixelsMax),
  true,
);

const { one } = decoderOf({ ...libheif, HeifDecoder: PrimaryDecoder });
const { width, height, data } = await one({ buffer: bytes });
parentPort?.postMessage({ width, height, data }, [data.buffer]);
