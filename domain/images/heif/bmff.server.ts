import type { Container } from "../container.server.ts";
import { Cursor } from "../cursor.server.ts";
import { measureItem, type Item } from "./items.server.ts";
import { joinPieces, type Piece } from "./item-data.server.ts";
import { refuse } from "../refusals.server.ts";
import type { Window } from "../window.server.ts";

/** Walks the boxes of AVIF and HEIC. The box `meta` says where each part of the picture is. */

const BRANDS = /^(avif|avis|heic|heix|hevc|hevx|mif1|msf1)$/;
/** The largest box that is read into memory. In real photos it has a few thousand bytes. */
const BOX_BYTES_MAX = 256 * 1024;
/** How many pieces an item may have, because the decoder takes no more. Cameras write one. */
const PIECES_MAX = 32;

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
    const { madeOf, auxiliary } = readReferences(
      inMeta.some(({ type }) => type === "iref")
        ? await open(inMeta, "iref")
        : undefined,
    );
    const properties = requireBox(inMeta, "iprp");
    const inProperties = await listBoxes(
      file,
      properties.start,
      properties.end,
    );
    const shared = readProperties(await open(inProperties, "ipco"));
    const uses = readUses(await open(inProperties, "ipma"));

    const idat = inMeta.find(({ type }) => type === "idat");
    const pieces = new Map<number, Piece[]>();
    for (const { item, within, at, length } of places) {
      if (within === "idat" && (!idat || idat.start + at + length > idat.end))
        throw refuse("damaged");
      const start = within === "idat" ? idat!.start + at : at;
      file.requireInside(start, length);
      addTo(pieces, item, { at: start, length });
      if (pieces.get(item)!.length > PIECES_MAX) throw refuse("damaged");
    }
    if (!kinds.has(primary)) throw refuse("damaged");

    const itemOf = (id: number): Item => ({
      kind: kinds.get(id),
      properties: (uses.get(id) ?? []).flatMap(
        (number) => shared[number - 1] ?? [],
      ),
      data: joinPieces(file, pieces.get(id) ?? []),
      madeOf: madeOf.get(id) ?? [],
      auxiliary: auxiliary.get(id) ?? [],
    });
    return measureItem(primary, itemOf);
  },
};

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

/** Refuses two boxes of one type, because the decoder might read the other one. */
function requireBox(boxes: Box[], type: string) {
  const [box, ...others] = boxes.filter((box) => box.type === type);
  if (!box || others.length > 0) throw refuse("damaged");
  return box;
}

function readPrimary(pitm: Cursor) {
  const { version } = pitm.versionAndFlags();
  return pitm.uint(version === 0 ? 2 : 4);
}

/** Each item's kind, by the item's id. */
function readKinds(iinf: Cursor) {
  const { version } = iinf.versionAndFlags();
  iinf.skip(version === 0 ? 2 : 4);
  const kinds = new Map<number, string>();
  while (iinf.left >= 8) {
    const { content } = iinf.box();
    const { version } = content.versionAndFlags();
    if (version < 2) continue;
    const id = content.uint(version === 2 ? 2 : 4);
    content.skip(2);
    if (kinds.has(id)) throw refuse("damaged");
    kinds.set(id, content.text(4));
  }
  return kinds;
}

/** By an item's id: the items that it is made of, and those that add to it. */
function readReferences(iref: Cursor | undefined) {
  const madeOf = new Map<number, number[]>();
  const auxiliary = new Map<number, number[]>();
  const idSize = iref?.versionAndFlags().version === 0 ? 2 : 4;
  while (iref && iref.left >= 8) {
    const { type, content } = iref.box();
    const from = content.uint(idSize);
    for (let count = content.uint(2); count > 0; count--) {
      const to = content.uint(idSize);
      if (type === "dimg") addTo(madeOf, from, to);
      if (type === "auxl") addTo(auxiliary, to, from);
    }
  }
  return { madeOf, auxiliary };
}

function addTo<T>(lists: Map<number, T[]>, key: number, value: T) {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Where all pieces of all items are. */
function readPlaces(iloc: Cursor) {
  const { version } = iloc.versionAndFlags();
  const sizes = iloc.uint(2);
  const [offsetSize, lengthSize, baseSize, indexSize] = [12, 8, 4, 0].map(
    (shift) => (sizes >> shift) & 15,
  ) as [number, number, number, number];
  // Pieces without offset and length take no bytes, so a few bytes could announce any number of them.
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

/** The numbers of each item's properties, by the item's id. The first property is 1. */
function readUses(ipma: Cursor) {
  const { version, flags } = ipma.versionAndFlags();
  const wide = flags & 1;
  const uses = new Map<number, number[]>();
  for (let items = ipma.uint(4); items > 0; items--) {
    const id = ipma.uint(version === 0 ? 2 : 4);
    const numbers = Array.from({ length: ipma.uint(1) }, () =>
      wide ? ipma.uint(2) & 0x7fff : ipma.uint(1) & 0x7f,
    );
    for (const number of numbers) addTo(uses, id, number);
  }
  return uses;
}

function readProperties(ipco: Cursor) {
  const properties: { type: string; content: Buffer }[] = [];
  while (ipco.left >= 8) {
    const { type, content } = ipco.box();
    properties.push({ type, content: content.bytes(content.left) });
  }
  return properties;
}
