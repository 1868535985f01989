import { Bits } from "./bits.server.ts";
import type { Size } from "../container.server.ts";
import type { Cursor } from "../cursor.server.ts";
import type { ItemData } from "./item-data.server.ts";

/** Reads the largest picture size from the headers of AV1 data. */

const SEQUENCE_HEADER = 1;
/** Bytes. Even a header with all 32 operating points is shorter. */
const HEADER_MAX = 512;

/** @param configuration the content of an `av1C` box */
export async function sizesInAv1(configuration: Cursor, data: ItemData) {
  configuration.skip(4);
  const ahead = configuration.bytes(configuration.left);
  return [
    ...(await readUnits({
      length: ahead.length,
      countPart: () => data.countPart(),
      bytes: (at, length) => Promise.resolve(ahead.subarray(at, at + length)),
    })),
    ...(await readUnits(data)),
  ];
}

async function readUnits(data: ItemData) {
  const sizes: Size[] = [];
  for (let at = 0; at < data.length;) {
    data.countPart();
    const head = (await data.bytes(at, 1))[0]!;
    const [type, isExtended, hasLength] = [
      (head >> 3) & 15,
      head & 4,
      head & 2,
    ];
    at += isExtended ? 2 : 1;
    let length = data.length - at;
    if (hasLength) {
      length = 0;
      for (let shift = 0, byte = 0x80; byte & 0x80 && shift < 56; shift += 7) {
        byte = (await data.bytes(at++, 1))[0] ?? 0;
        length += (byte & 0x7f) * 2 ** shift;
      }
    }
    if (type === SEQUENCE_HEADER)
      sizes.push(readSize(await data.bytes(at, Math.min(length, HEADER_MAX))));
    at += length;
  }
  return sizes;
}

function readSize(header: Buffer): Size {
  const bits = new Bits(header);
  bits.skip(4);
  const isShort = bits.uint(1);
  if (isShort) bits.skip(5);
  else skipOperatingPoints(bits);
  const [width, height] = [bits.uint(4) + 1, bits.uint(4) + 1];
  return { width: bits.uint(width) + 1, height: bits.uint(height) + 1 };
}

/** Skips timing and operating points as well: section 5.5.1 of the AV1 specification. */
function skipOperatingPoints(bits: Bits) {
  let hasModel = 0;
  let delayBits = 0;
  if (bits.uint(1)) {
    bits.skip(64);
    if (bits.uint(1)) bits.golomb();
    hasModel = bits.uint(1);
    if (hasModel) {
      delayBits = bits.uint(5) + 1;
      bits.skip(32 + 5 + 5);
    }
  }
  const hasDelay = bits.uint(1);
  for (let points = bits.uint(5) + 1; points > 0; points--) {
    bits.skip(12);
    if (bits.uint(5) > 7) bits.skip(1);
    if (hasModel && bits.uint(1)) bits.skip(2 * delayBits + 1);
    if (hasDelay && bits.uint(1)) bits.skip(4);
  }
}
