import type { Container } from "./container.server.ts";
import { refuse, requireSize } from "./refusals.server.ts";

const SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
const HEADER_BYTES = 13;
/** A chunk's length and type, which come before its data, and its checksum, which comes after. */
const AROUND_BYTES = 12;

/** Allowed bits per sample, by colour type. */
const DEPTHS: Record<number, number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

export const png: Container = {
  starts: (head) => head.subarray(0, SIGNATURE.length).equals(SIGNATURE),

  async walk(file) {
    const first = await file.bytes(
      SIGNATURE.length,
      HEADER_BYTES + AROUND_BYTES,
    );
    const typeAndData = first.subarray(4, 8 + HEADER_BYTES);
    if (
      first.readUInt32BE(0) !== HEADER_BYTES ||
      first.toString("latin1", 4, 8) !== "IHDR" ||
      first.readUInt32BE(8 + HEADER_BYTES) !== checksum(typeAndData)
    )
      throw refuse("damaged");
    const width = first.readUInt32BE(8);
    const height = first.readUInt32BE(12);
    requireSize(width, height);
    const [depth, colour, compression, filter, interlace] = first.subarray(16);
    if (
      !DEPTHS[colour!]?.includes(depth!) ||
      compression !== 0 ||
      filter !== 0 ||
      interlace! > 1
    )
      throw refuse("damaged");

    let at = SIGNATURE.length + HEADER_BYTES + AROUND_BYTES;
    let hasPixels = false;
    for (;;) {
      file.countPart();
      const chunk = await file.bytes(at, 8);
      const length = chunk.readUInt32BE(0);
      const type = chunk.toString("latin1", 4, 8);
      if (!/^[A-Za-z]{4}$/.test(type)) throw refuse("damaged");
      hasPixels ||= type === "IDAT" && length > 0;
      at += length + AROUND_BYTES;
      if (type === "IEND") break;
    }
    file.requireInside(at, 0);
    if (!hasPixels) throw refuse("damaged");
    return { format: "png", width, height };
  },
};

/** PNG's CRC-32, computed without a table because a header has few bytes. */
function checksum(bytes: Buffer) {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++)
      crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
