import type { Container } from "./container.server.ts";
import { refuse, requireSize } from "./refusals.server.ts";
import type { Window } from "./window.server.ts";

const HEADER_BYTES = 13;
const IMAGE_BYTES = 10;
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;

/** Length of the colour table in bytes. Its size is in the flags, and 0 if they say there is none. */
const tableBytes = (flags: number) =>
  flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;

export const gif: Container = {
  starts: (head) => /^GIF8[79]a/.test(head.toString("latin1")),

  async walk(file) {
    const header = await file.bytes(0, HEADER_BYTES);
    const width = header.readUInt16LE(6);
    const height = header.readUInt16LE(8);
    requireSize(width, height);
    let at = HEADER_BYTES + tableBytes(header[10]!);
    let frames = 0;
    for (;;) {
      file.countPart();
      const [block] = await file.from(at);
      if (block === TRAILER) break;
      if (block === EXTENSION) at = await skipSubBlocks(file, at + 2);
      else if (block === IMAGE) {
        const image = await file.bytes(at, IMAGE_BYTES);
        requireSize(image.readUInt16LE(5), image.readUInt16LE(7));
        // The byte before the data is the size of LZW's first codes.
        at += IMAGE_BYTES + tableBytes(image[9]!) + 1;
        at = await skipSubBlocks(file, at);
        frames++;
      } else throw refuse("damaged");
    }
    if (frames === 0) throw refuse("damaged");
    return { format: "gif", width, height };
  },
};

/** Each sub-block starts with its length. One of length 0 is the last. */
async function skipSubBlocks(file: Window, at: number) {
  for (;;) {
    const view = await file.from(at);
    let next = 0;
    while (next < view.length) {
      const length = view[next]!;
      next += 1 + length;
      if (length === 0) return at + next;
    }
    at += next;
  }
}
