import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const FOLDER = "build/client/assets";
/** Bytes. Smaller files hardly shrink. */
const SIZE_MIN = 512;

/**
 * Leaves a Brotli and a gzip form beside each built text file and each file of the face finder, as small as they get,
 * for the site and for nginx.
 */
export function packAssets() {
  for (const name of readdirSync(FOLDER)) {
    if (!/\.(js|css|svg|wasm|bin|json)$/.test(name)) continue;
    const file = `${FOLDER}/${name}`;
    const plain = readFileSync(file);
    if (plain.length < SIZE_MIN) continue;
    const size = { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
    writeFileSync(`${file}.br`, brotliCompressSync(plain, { params: size }));
    writeFileSync(
      `${file}.gz`,
      gzipSync(plain, { level: constants.Z_BEST_COMPRESSION }),
    );
  }
}
