/** A decoded picture, upright. */
export interface Decoded {
  source: ImageBitmap | HTMLImageElement;
  /** Pixels. */
  width: number;
  height: number;
  /** Gives its memory back. */
  release: () => void;
}

export interface Canvas {
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
  /** Gives another type if the browser doesn't encode this one. */
  encode: (type: string, quality?: number) => Promise<Blob | null>;
}

/** Ways to decode and draw pictures: in the page, or without one. */
export interface Drawing {
  /** @throws if the browser can't decode it */
  decode: (picture: Blob) => Promise<Decoded>;
  createCanvas: (width: number, height: number) => Canvas;
}

const COLOURS = ["#c86432", "#1e5ab4", "#0a140a", "#f0e6dc"];
/** Pixels of each colour, in height and width. */
const SIDE = 4;
/** The difference that a value may have, of 255. Brave changes the lowest bits, which nobody sees. */
const OFF_MAX = 40;

const known = new WeakMap<Drawing, Promise<boolean>>();

/** Whether a canvas gives what was drawn. Browsers that protect from fingerprinting give noise, or plain white. */
export function isFaithful(drawing: Drawing) {
  const answer = known.get(drawing) ?? readsWhatItDrew(drawing);
  known.set(drawing, answer);
  return answer;
}

async function readsWhatItDrew({ decode, createCanvas }: Drawing) {
  const width = SIDE * COLOURS.length;
  const drawn = createCanvas(width, SIDE);
  for (const [index, colour] of COLOURS.entries()) {
    drawn.context.fillStyle = colour;
    drawn.context.fillRect(index * SIDE, 0, SIDE, SIDE);
  }
  const encoded = await drawn.encode("image/png");
  if (!encoded) return false;
  const { source, release } = await decode(encoded);
  const { context } = createCanvas(width, SIDE);
  context.drawImage(source, 0, 0);
  release();
  const { data } = context.getImageData(0, 0, width, SIDE);
  return data.every(
    (value, index) => Math.abs(value - expected(index, width)) <= OFF_MAX,
  );
}

/** @param index of a value, four a pixel */
function expected(index: number, width: number) {
  const colour = COLOURS[Math.floor(((index / 4) % width) / SIDE)]!;
  const channel = index % 4;
  return channel === 3
    ? 255
    : parseInt(colour.slice(1 + 2 * channel, 3 + 2 * channel), 16);
}
