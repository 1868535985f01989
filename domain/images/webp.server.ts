import type { Container, Found } from "./container.server.ts";
import { refuse, requireSize } from "./refusals.server.ts";
import type { Window } from "./window.server.ts";

const RIFF_BYTES = 8;
const CHUNK_BYTES = 8;

export const webp: Container = {
  starts: (head) => /^RIFF[^]{4}WEBP/.test(head.toString("latin1")),

  async walk(file) {
    const end = RIFF_BYTES + (await file.bytes(4, 4)).readUInt32LE(0);
    file.requireInside(end, 0);
    let size: Pick<Found, "width" | "height"> | undefined;
    let frames = 0;
    for (let at = RIFF_BYTES + 4; at + CHUNK_BYTES <= end;) {
      file.countPart();
      const chunk = await file.bytes(at, CHUNK_BYTES);
      const type = chunk.toString("latin1", 0, 4);
      const length = chunk.readUInt32LE(4);
      at += CHUNK_BYTES;
      if (at + length > end) throw refuse("damaged");
      if (!size) {
        size = await readSize(file, type, at, length);
        requireSize(size.width, size.height);
      }
      if (/^(VP8 |VP8L|ANMF)$/.test(type)) frames++;
      at += length + (length % 2);
    }
    if (!size || frames === 0) throw refuse("damaged");
    return { format: "webp", ...size };
  },
};

/** Reads the size from the first chunk, which has three kinds. */
async function readSize(
  file: Window,
  type: string,
  at: number,
  length: number,
) {
  if (type === "VP8X" && length >= 10) {
    const data = await file.bytes(at, 10);
    return {
      width: data.readUIntLE(4, 3) + 1,
      height: data.readUIntLE(7, 3) + 1,
    };
  }
  if (type === "VP8L" && length >= 5) {
    const data = await file.bytes(at, 5);
    const sides = data.readUInt32LE(1);
    if (data[0] !== 0x2f) throw refuse("damaged");
    return {
      width: (sides & 0x3fff) + 1,
      height: ((sides >>> 14) & 0x3fff) + 1,
    };
  }
  if (type === "VP8 " && length >= 10) {
    const data = await file.bytes(at, 10);
    if (data.readUIntBE(3, 3) !== 0x9d012a) throw refuse("damaged");
    return {
      width: data.readUInt16LE(6) & 0x3fff,
      height: data.readUInt16LE(8) & 0x3fff,
    };
  }
  throw refuse("damaged");
}
