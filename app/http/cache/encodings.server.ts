import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import Negotiator from "negotiator";

/** Smaller bodies don't shrink. */
const COMPRESS_BYTES_MIN = 512;

/** Brotli looks back by 2 to the power of this. Its default, 22, takes 30 MB and a third more CPU, and saves nothing. */
const WINDOW_BITS = 18;

/** Best first. */
const encoders = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body),
  identity: async (body: Buffer) => body,
};
export type Encoding = keyof typeof encoders;
const ENCODINGS = Object.keys(encoders) as Encoding[];

export function chooseEncoding(request: IncomingMessage): Encoding {
  const accepted = new Negotiator(request).encodings(ENCODINGS);
  return ENCODINGS.find((name) => accepted.includes(name)) ?? "identity";
}

/** @returns the body, and the encoding that it has: none if it is small */
export async function encode(plain: Buffer, wanted: Encoding) {
  const encoding = plain.length < COMPRESS_BYTES_MIN ? "identity" : wanted;
  const encoded = await encoders[encoding](plain);
  // zlib returns a view of 16 kB, however small the result is. A copy takes only the bytes it has.
  const body =
    encoded.length < encoded.buffer.byteLength
      ? Buffer.from(new Uint8Array(encoded).buffer)
      : encoded;
  return { body, encoding };
}
