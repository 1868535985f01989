import { sizesInAv1 } from "./av1.server.ts";
import type { Found, Size } from "../container.server.ts";
import { Cursor } from "../cursor.server.ts";
import { sizesInHevc } from "./hevc.server.ts";
import type { ItemData } from "./item-data.server.ts";
import { refuse, requireSize } from "../refusals.server.ts";

/** Adds up what a decoder must decode for one picture of an AVIF or HEIC, whatever items it is made of. */

/** Fewer than for other formats, because these decoders take several times the memory. */
const MEGAPIXELS_MAX = 50;
/** A little more, because an encoder pads a picture to whole blocks. */
const CODED_MEGAPIXELS_MAX = 52;
/**
 * Pixels that may be decoded for one picture. A grid counts twice, as a canvas and as tiles, and so does an
 * alpha channel that is a grid.
 */
const DECODED_MAX = 4 * MEGAPIXELS_MAX * 1_000_000;
/** How deep items may be nested: a copy of an overlay of grids of tiles. */
const DEPTH_MAX = 4;

export interface Item {
  /** Four letters; undefined if there is no such item. */
  kind: string | undefined;
  properties: { type: string; content: Buffer }[];
  data: ItemData;
  /** Items that it is made of. */
  madeOf: number[];
  /** Items that add to it, such as its alpha channel. */
  auxiliary: number[];
}

/**
 * @returns the size that the item says it has, and its coding
 * @throws {DomainError} too_large, not_an_image
 */
export async function measureItem(
  id: number,
  itemOf: (id: number) => Item,
): Promise<Found> {
  const measured = new Map<number, number>();
  const codings = new Set<string>();

  /** How many pixels are decoded for an item and the items that it needs. */
  async function measure(id: number, depth = 0): Promise<number> {
    const known = measured.get(id);
    if (known !== undefined) return known;
    if (depth > DEPTH_MAX) throw refuse("damaged");
    const item = itemOf(id);
    const sizes = statedSizes(item);
    const own = await (decoders[item.kind ?? ""] ?? refuseKind)(item);
    for (const { width, height } of sizes)
      requireSize(width, height, MEGAPIXELS_MAX);
    for (const { width, height } of own.sizes)
      requireSize(
        width,
        height,
        MEGAPIXELS_MAX,
        own.isCoded ? CODED_MEGAPIXELS_MAX : MEGAPIXELS_MAX,
      );
    if (own.isCoded) codings.add(item.kind!);
    let pixels = Math.max(
      ...[...sizes, ...own.sizes].map(({ width, height }) => width * height),
    );
    for (const other of own.isCoded ? [] : item.madeOf)
      pixels += await measure(other, depth + 1);
    // Items of other kinds aren't decoded with the picture.
    for (const other of item.auxiliary)
      if (Object.hasOwn(decoders, itemOf(other).kind ?? ""))
        pixels += await measure(other, depth + 1);
    if (pixels > DECODED_MAX) throw refuse("damaged");
    measured.set(id, pixels);
    return pixels;
  }

  await measure(id);
  const [size] = statedSizes(itemOf(id));
  return { format: codings.has("hvc1") ? "heic" : "avif", ...size! };
}

/** The sizes in its `ispe` properties. It must have at least one. */
function statedSizes({ properties }: Item): Size[] {
  const sizes = properties
    .filter(({ type }) => type === "ispe")
    .map(({ content }) => {
      const ispe = new Cursor(content);
      ispe.versionAndFlags();
      return { width: ispe.uint(4), height: ispe.uint(4) };
    });
  if (sizes.length === 0) throw refuse("damaged");
  return sizes;
}

/** Reads the sizes in the data of each kind of item. */
const decoders: Record<
  string,
  (item: Item) => Promise<{ isCoded: boolean; sizes: Size[] }>
> = {
  hvc1: async (item) => ({
    isCoded: true,
    sizes: await sizesInHevc(configurationOf(item, "hvcC"), item.data),
  }),
  av01: async (item) => ({
    isCoded: true,
    sizes: await sizesInAv1(configurationOf(item, "av1C"), item.data),
  }),
  async grid({ data, madeOf }) {
    const { canvas, flags } = await readDerivation(data);
    const tiles = (canvas.uint(1) + 1) * (canvas.uint(1) + 1);
    if (madeOf.length !== tiles) throw refuse("damaged");
    return { isCoded: false, sizes: [readCanvas(canvas, flags)] };
  },
  async iovl({ data }) {
    const { canvas, flags } = await readDerivation(data);
    const COLOUR_BYTES = 8;
    canvas.skip(COLOUR_BYTES);
    return { isCoded: false, sizes: [readCanvas(canvas, flags)] };
  },
  iden({ madeOf }) {
    if (madeOf.length !== 1) throw refuse("damaged");
    return Promise.resolve({ isCoded: false, sizes: [] });
  },
};

const refuseKind = () => Promise.reject(refuse("unknown"));

function configurationOf({ properties, data }: Item, type: string) {
  if (data.length === 0) throw refuse("damaged");
  const [only, ...others] = properties.filter((one) => one.type === type);
  if (!only || others.length > 0) throw refuse("damaged");
  return new Cursor(only.content);
}

/** Reads the flags of a grid or an overlay, and gives a cursor behind them. */
async function readDerivation(data: ItemData) {
  const START_BYTES = 20;
  const canvas = new Cursor(
    await data.bytes(0, Math.min(data.length, START_BYTES)),
  );
  canvas.skip(1);
  return { canvas, flags: canvas.uint(1) };
}

function readCanvas(canvas: Cursor, flags: number): Size {
  const bytes = flags & 1 ? 4 : 2;
  return { width: canvas.uint(bytes), height: canvas.uint(bytes) };
}
