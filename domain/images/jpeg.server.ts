import type { Container } from "./container.server.ts";
import { refuse, requireSize } from "./refusals.server.ts";
import type { Window } from "./window.server.ts";

const EOI = 0xd9;
const SOS = 0xda;
/** Baseline, extended, progressive, and the last two with arithmetic coding. */
const FRAMES = [0xc0, 0xc1, 0xc2, 0xc9, 0xca];
/** Lossless and hierarchical kinds, which no browser shows and no camera makes. */
const RARE_FRAMES = [0xc3, 0xc5, 0xc6, 0xc7, 0xcb, 0xcd, 0xce, 0xcf];

export const jpeg: Container = {
  starts: (head) => head.readUIntBE(0, 3) === 0xffd8ff,

  async walk(file) {
    let size: { width: number; height: number } | undefined;
    let scans = 0;
    let at = 2;
    for (;;) {
      file.countPart();
      at = await findMarker(file, at);
      const marker = (await file.bytes(at, 2))[1]!;
      at += 2;
      // Phones append videos and depth maps after the end.
      if (marker === EOI) break;
      const length = (await file.bytes(at, 2)).readUInt16BE(0);
      if (length < 2) throw refuse("damaged");
      if (RARE_FRAMES.includes(marker)) throw refuse("unknown");
      if (FRAMES.includes(marker)) {
        const frame = await file.bytes(at, 7);
        size = { height: frame.readUInt16BE(3), width: frame.readUInt16BE(5) };
        requireSize(size.width, size.height);
      }
      if (marker === SOS) scans++;
      at += length;
    }
    if (!size || scans === 0) throw refuse("damaged");
    return { format: "jpeg", ...size };
  },
};

/**
 * Finds the next marker after the entropy-coded data of a scan, or after padding. In that data, 0xff 0x00
 * means the byte 0xff, and RST0 to RST7 are part of the data.
 */
async function findMarker(file: Window, at: number) {
  for (;;) {
    const view = await file.from(at, 2);
    const last = view.length - 1;
    let seen = 0;
    while (seen < last) {
      const code = view[seen + 1]!;
      if (view[seen] !== 0xff) {
        // Six times as fast as a loop over the bytes.
        const next = view.indexOf(0xff, seen);
        seen = next < 0 ? last : next;
      } else if (code === 0xff) seen++;
      else if (code === 0 || (code >= 0xd0 && code <= 0xd7)) seen += 2;
      else return at + seen;
    }
    at += seen;
  }
}
