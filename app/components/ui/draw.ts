/** Decodes and draws pictures, in a page and in the service worker, which has no elements. */

/** Decodes a picture upright. Give a bitmap's memory back with `close`. @throws if the browser can't */
export const decode = (picture: Blob) =>
  createImageBitmap(picture, { imageOrientation: "from-image" }).catch(() =>
    // Browsers before 2023 don't know the option. In an element they turn a picture upright by themselves.
    loadImage(picture),
  );

async function loadImage(picture: Blob) {
  const image = new Image();
  const url = URL.createObjectURL(picture);
  try {
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = reject;
      image.src = url;
    });
  } finally {
    URL.revokeObjectURL(url);
  }
  return Object.assign(image, { close() {} });
}

export function createCanvas(width: number, height: number) {
  const canvas =
    typeof document === "undefined"
      ? new OffscreenCanvas(width, height)
      : Object.assign(document.createElement("canvas"), { width, height });
  return {
    context: canvas.getContext("2d") as CanvasRenderingContext2D,
    /** Gives another type if the browser doesn't encode this one. */
    encode: (type: string, quality?: number): Promise<Blob | null> =>
      "convertToBlob" in canvas
        ? canvas.convertToBlob({ type, quality })
        : new Promise((resolve) => canvas.toBlob(resolve, type, quality)),
  };
}

const COLOUR = [200, 100, 50, 255];
/** Pixels, in height and width. */
const SIDE = 8;
/** The difference that a value may have, of 255. Brave changes the lowest bits, which nobody sees. */
const OFF_MAX = 40;

let answer: Promise<boolean> | undefined;

/** Whether a canvas gives what was drawn. Browsers that protect from fingerprinting give noise, or plain white. */
export const isFaithful = () => (answer ??= readsWhatItDrew());

async function readsWhatItDrew() {
  const { context: drawn, encode } = createCanvas(SIDE, SIDE);
  drawn.fillStyle = `rgb(${COLOUR.slice(0, 3).join(" ")})`;
  drawn.fillRect(0, 0, SIDE, SIDE);
  const encoded = await encode("image/png");
  if (!encoded) return false;
  const { context } = createCanvas(SIDE, SIDE);
  context.drawImage(await decode(encoded), 0, 0);
  return context
    .getImageData(0, 0, SIDE, SIDE)
    .data.every(
      (value, index) => Math.abs(value - COLOUR[index % 4]!) <= OFF_MAX,
    );
}

const urls = new WeakMap<Blob, string>();

/** An object URL of a picture, the same each time. The browser frees it when the document is left. */
export function urlOf(picture: Blob) {
  const url = urls.get(picture) ?? URL.createObjectURL(picture);
  urls.set(picture, url);
  return url;
}
