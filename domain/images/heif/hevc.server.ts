import { Bits } from "./bits.server.ts";
import type { Size } from "../container.server.ts";
import type { Cursor } from "../cursor.server.ts";
import type { ItemData } from "./item-data.server.ts";

/** Reads the picture size from the headers of HEVC data. */

const SEQUENCE_PARAMETERS = 33;
/** Bytes. The size is always within these. */
const HEADER_MAX = 256;

/** @param configuration the content of an `hvcC` box */
export async function sizesInHevc(configuration: Cursor, data: ItemData) {
  const sizes: Size[] = [];
  configuration.skip(21);
  const lengthBytes = (configuration.uint(1) & 3) + 1;
  for (let arrays = configuration.uint(1); arrays > 0; arrays--) {
    configuration.skip(1);
    for (let units = configuration.uint(2); units > 0; units--) {
      const unit = configuration.bytes(configuration.uint(2));
      if (isParameters(unit)) sizes.push(readSize(unit));
    }
  }
  // The data may contain more parameters, with other sizes.
  for (let at = 0; at < data.length;) {
    data.countPart();
    const length = (await data.bytes(at, lengthBytes)).readUIntBE(
      0,
      lengthBytes,
    );
    at += lengthBytes;
    const unit = await data.bytes(at, Math.min(length, HEADER_MAX));
    if (isParameters(unit)) sizes.push(readSize(unit));
    at += length;
  }
  return sizes;
}

const isParameters = (unit: Buffer) =>
  unit.length > 0 && ((unit[0]! >> 1) & 63) === SEQUENCE_PARAMETERS;

function readSize(unit: Buffer): Size {
  const bits = new Bits(withoutEscapes(unit.subarray(2, HEADER_MAX)));
  bits.skip(4);
  const layers = bits.uint(3);
  bits.skip(1 + 96);
  const present = Array.from({ length: layers }, () => [
    bits.uint(1),
    bits.uint(1),
  ]);
  if (layers > 0) bits.skip(2 * (8 - layers));
  for (const [profile, level] of present)
    bits.skip((profile ? 88 : 0) + (level ? 8 : 0));
  bits.golomb();
  const CHROMA_444 = 3;
  if (bits.golomb() === CHROMA_444) bits.skip(1);
  return { width: bits.golomb(), height: bits.golomb() };
}

/** Removes the escapes: a 3 after two zeros is not part of the values. */
const withoutEscapes = (bytes: Buffer) =>
  Buffer.from(
    bytes.filter(
      (byte, at) => !(byte === 3 && bytes[at - 1] === 0 && bytes[at - 2] === 0),
    ),
  );
