import type { Container } from "./container.server.ts";
import { Cursor } from "./cursor.server.ts";
import { refuse, requireSize } from "./refusals.server.ts";
import type { Window } from "./window.server.ts";

/** AVIF and HEIC: boxes, of which `meta` says where each part of the picture lies. */

const HEIC_MEGAPIXELS_MAX = 50;
const BRANDS = /^(avif|avis|heic|heix|hevc|hevx|mif1|msf1)$/;
/** The largest box that is read as a whole; those of real photos have some thousand bytes. */
const BOX_BYTES_MAX = 256 * 1024;

export const bmff: Container = {
  starts: (head) =>
    head.toString("latin1", 4, 8) === "ftyp" &&
    BRANDS.test(head.toString("latin1", 8, 12)),

  async walk(file) {
    const boxes = await listBoxes(file, 0, file.size);
    const meta = requireBox(boxes, "meta");
    const inMeta = await listBoxes(file, meta.start + 4, meta.end);
    const open = async (list: Box[], type: string) => {
      const { start, end } = requireBox(list, type);
      if (end - start > BOX_BYTES_MAX) throw refuse("damaged");
      return new Cursor(Buffer.from(await file.bytes(start, end - start)));
    };
    const primary = readPrimary(await open(inMeta, "pitm"));
    const kinds = readKinds(await open(inMeta, "iinf"));
    const places = readPlaces(await open(inMeta, "iloc"));

    const properties = requireBox(inMeta, "iprp");
    const inProperties = await listBoxes(
      file,
      properties.start,
      properties.end,
    );
    const size = findSize(
      await open(inProperties, "ipco"),
      readUses(await open(inProperties, "ipma"), primary),
    );
    const format = formatOf(kinds);
    requireSize(
      size.width,
      size.height,
      format === "heic" ? HEIC_MEGAPIXELS_MAX : undefined,
    );

    if (!places.some(({ item }) => item === primary)) throw refuse("damaged");
    const idat = inMeta.find(({ type }) => type === "idat");
    for (const { within, at, length } of places) {
      if (within === "file") file.requireInside(at, length);
      else if (!idat || idat.start + at + length > idat.end)
        throw refuse("damaged");
    }
    return { format, ...size };
  },
};

/** By the coding of the items, for the brands of a grid or a collection are the same. */
function formatOf(kinds: Set<string>) {
  if (kinds.has("hvc1")) return "heic";
  if (kinds.has("av01")) return "avif";
  throw refuse("unknown");
}

interface Box {
  type: string;
  /** Where its content starts and ends in the file. */
  start: number;
  end: number;
}

async function listBoxes(file: Window, at: number, end: number) {
  const boxes: Box[] = [];
  while (at < end) {
    file.countPart();
    const head = await file.bytes(at, 8);
    const type = head.toString("latin1", 4, 8);
    let length = head.readUInt32BE(0);
    let start = at + 8;
    if (length === 1) {
      length = Number((await file.bytes(start, 8)).readBigUInt64BE(0));
      start += 8;
    }
    // The last box of a file may leave its length open.
    const next = length === 0 ? end : at + length;
    if (next < start || next > end) throw refuse("damaged");
    boxes.push({ type, start, end: next });
    at = next;
  }
  return boxes;
}

function requireBox(boxes: Box[], type: string) {
  const box = boxes.find((box) => box.type === type);
  if (!box) throw refuse("damaged");
  return box;
}

function readPrimary(pitm: Cursor) {
  const { version } = pitm.versionAndFlags();
  return pitm.uint(version === 0 ? 2 : 4);
}

/** The kinds of all items. */
function readKinds(iinf: Cursor) {
  const { version } = iinf.versionAndFlags();
  iinf.skip(version === 0 ? 2 : 4);
  const kinds = new Set<string>();
  while (iinf.left >= 8) {
    const entry = iinf.box();
    const { version } = entry.content.versionAndFlags();
    if (version < 2) continue;
    entry.content.skip((version === 2 ? 2 : 4) + 2);
    kinds.add(entry.content.text(4));
  }
  return kinds;
}

/** Every piece of every item. */
function readPlaces(iloc: Cursor) {
  const { version } = iloc.versionAndFlags();
  const sizes = iloc.uint(2);
  const [offsetSize, lengthSize, baseSize, indexSize] = [12, 8, 4, 0].map(
    (shift) => (sizes >> shift) & 15,
  ) as [number, number, number, number];
  // A piece without an offset and a length takes no room here: there could be any number of them.
  if (offsetSize + lengthSize === 0) throw refuse("damaged");
  const idSize = version < 2 ? 2 : 4;
  const places: {
    item: number;
    within: "file" | "idat";
    at: number;
    length: number;
  }[] = [];
  for (let items = iloc.uint(idSize); items > 0; items--) {
    const item = iloc.uint(idSize);
    const method = version === 0 ? 0 : iloc.uint(2) & 15;
    if (method > 1) throw refuse("damaged");
    iloc.skip(2);
    const base = iloc.uint(baseSize);
    for (let pieces = iloc.uint(2); pieces > 0; pieces--) {
      if (version > 0) iloc.skip(indexSize);
      const at = base + iloc.uint(offsetSize);
      const length = iloc.uint(lengthSize);
      places.push({ item, within: method === 0 ? "file" : "idat", at, length });
    }
  }
  return places;
}

/** Numbers of the properties that an item has; the first property is 1. */
function readUses(ipma: Cursor, item: number) {
  const { version, flags } = ipma.versionAndFlags();
  const wide = flags & 1;
  for (let items = ipma.uint(4); items > 0; items--) {
    const id = ipma.uint(version === 0 ? 2 : 4);
    const uses = Array.from({ length: ipma.uint(1) }, () =>
      wide ? ipma.uint(2) & 0x7fff : ipma.uint(1) & 0x7f,
    );
    if (id === item) return uses;
  }
  throw refuse("damaged");
}

function findSize(ipco: Cursor, uses: number[]) {
  for (let number = 1; ipco.left >= 8; number++) {
    const { type, content } = ipco.box();
    if (type !== "ispe" || !uses.includes(number)) continue;
    content.versionAndFlags();
    return { width: content.uint(4), height: content.uint(4) };
  }
  throw refuse("damaged");
}
