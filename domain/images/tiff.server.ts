import type { Container } from "./container.server.ts";
import { refuse, requireSize } from "./refusals.server.ts";
import { WINDOW_BYTES, type Window } from "./window.server.ts";

const ENTRY_BYTES = 12;
const ENTRIES_MAX = 1000;
/** A limit is needed because a page may name itself as the next one. */
const PAGES_MAX = 1000;
/** Strips or tiles. In the smallest tiles, 16 × 16, 120 megapixels have 470,000. */
const PIECES_MAX = 500_000;
/** How many values are read at a time: as many of four bytes as a window holds. */
const VALUES_AT_ONCE = WINDOW_BYTES / 4;

const TAGS = {
  kind: 254,
  width: 256,
  height: 257,
  stripOffsets: 273,
  stripBytes: 279,
  tileOffsets: 324,
  tileBytes: 325,
};
const SHORT = 3;
const LONG = 4;
/** Bytes per value, by type. The first type is 1. */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];

export const tiff: Container = {
  starts: (head) => /^(II\*\0|MM\0\*)/.test(head.toString("latin1")),

  async walk(file) {
    const head = await file.bytes(0, 8);
    const uint =
      head.toString("latin1", 0, 2) === "II" ? littleEndian : bigEndian;
    const { page, next } = await readPage(file, uint(head, 4, 4), uint);
    const width = await readValue(page, TAGS.width);
    const height = await readValue(page, TAGS.height);
    requireSize(width, height);
    // The first page of a raw photograph is its thumbnail.
    if (page.has(TAGS.kind) && (await readValue(page, TAGS.kind)) & 1)
      throw refuse("unknown");
    const [offsets, lengths] = page.has(TAGS.tileOffsets)
      ? [page.get(TAGS.tileOffsets), page.get(TAGS.tileBytes)]
      : [page.get(TAGS.stripOffsets), page.get(TAGS.stripBytes)];
    if (
      !offsets ||
      offsets.count === 0 ||
      offsets.count > PIECES_MAX ||
      offsets.count !== lengths?.count
    )
      throw refuse("damaged");
    for (let done = 0; done < offsets.count; done += VALUES_AT_ONCE) {
      const starts = await offsets.read(done);
      const sizes = await lengths.read(done);
      for (const [index, start] of starts.entries())
        file.requireInside(start, sizes[index]!);
    }
    await walkPages(file, next, uint);
    return { format: "tiff", width, height };
  },
};

interface Field {
  count: number;
  /** Reads values from that index on, not always all of them. */
  read: (index: number) => Promise<number[]>;
}
type Page = Map<number, Field>;

type ReadUint = (bytes: Buffer, at: number, length: number) => number;
const littleEndian: ReadUint = (bytes, at, length) =>
  bytes.readUIntLE(at, length);
const bigEndian: ReadUint = (bytes, at, length) => bytes.readUIntBE(at, length);

/** The fields of the page at `start`, and the offset of the next page. It is 0 if there is none. */
async function readPage(file: Window, start: number, uint: ReadUint) {
  const entries = uint(await file.bytes(start, 2), 0, 2);
  if (entries > ENTRIES_MAX) throw refuse("damaged");
  const page: Page = new Map();
  const length = entries * ENTRY_BYTES;
  const table = Buffer.from(await file.bytes(start + 2, length + 4));
  for (let at = 0; at < length; at += ENTRY_BYTES) {
    const type = uint(table, at + 2, 2);
    const size = TYPE_BYTES[type] ?? 0;
    const count = uint(table, at + 4, 4);
    // A value of up to four bytes is in the entry itself.
    const values =
      count * size <= 4 ? start + 2 + at + 8 : uint(table, at + 8, 4);
    file.requireInside(values, count * size);
    if (type !== SHORT && type !== LONG) continue;
    page.set(uint(table, at, 2), {
      count,
      async read(index) {
        const length = Math.min(count - index, VALUES_AT_ONCE);
        const bytes = await file.bytes(values + index * size, length * size);
        return Array.from({ length }, (_, i) => uint(bytes, i * size, size));
      },
    });
  }
  return { page, next: uint(table, length, 4) };
}

/** Checks that the other pages are in the file. Nothing more, because only the first is ever shown. */
async function walkPages(file: Window, start: number, uint: ReadUint) {
  for (let pages = 1; start !== 0; pages++) {
    if (pages === PAGES_MAX) throw refuse("damaged");
    start = (await readPage(file, start, uint)).next;
  }
}

async function readValue(page: Page, tag: number) {
  const field = page.get(tag);
  const [value] = field?.count === 1 ? await field.read(0) : [];
  if (value === undefined) throw refuse("damaged");
  return value;
}
