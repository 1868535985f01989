/** Decodes and draws pictures, in a page or in the service worker. */

/** @throws if the browser can't decode it */
export async function decode(picture: Blob) {
  if (isInWorker()) {
    const source = await createImageBitmap(picture, {
      imageOrientation: "from-image",
    });
    const { width, height } = source;
    return { source, width, height, release: () => source.close() };
  }
  // Decoded beside the page, which stays responsive, and upright.
  const url = URL.createObjectURL(picture);
  const release = () => URL.revokeObjectURL(url);
  const source = new Image();
  source.src = url;
  try {
    await source.decode();
  } catch (error) {
    release();
    throw error;
  }
  const { naturalWidth: width, naturalHeight: height } = source;
  return { source, width, height, release };
}

const isInWorker = () => typeof document === "undefined";

export interface Canvas {
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
  /** Gives another type if the browser doesn't encode this one. */
  encode: (type: string, quality?: number) => Promise<Blob | null>;
}

export function createCanvas(width: number, height: number): Canvas {
  if (isInWorker()) {
    const canvas = new OffscreenCanvas(width, height);
    return {
      context: canvas.getContext("2d")!,
      encode: (type, quality) => canvas.convertToBlob({ type, quality }),
    };
  }
  const canvas = Object.assign(document.createElement("canvas"), {
    width,
    height,
  });
  return {
    context: canvas.getContext("2d")!,
    encode: (type, quality) =>
      new Promise((resolve) => canvas.toBlob(resolve, type, quality)),
  };
}

const COLOURS = ["#c86432", "#1e5ab4", "#0a140a", "#f0e6dc"];
/** Pixels of each colour, in height and width. */
const SIDE = 4;
/** The difference that a value may have, of 255. Brave changes the lowest bits, which nobody sees. */
const OFF_MAX = 40;

let faithful: Promise<boolean> | undefined;

/** Whether a canvas gives what was drawn. Browsers that protect from fingerprinting give noise, or plain white. */
export const isFaithful = () => (faithful ??= readsWhatItDrew());

async function readsWhatItDrew() {
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
