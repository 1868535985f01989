import { createCanvas, decode, isFaithful, type Canvas } from "./drawing.ts";

/** A smaller picture that is sent first, upright and without metadata. */
export interface Preview {
  blob: Blob;
  /** Pixels. */
  width: number;
  height: number;
}

/** Pixels of the longer side. */
const SIDES = [1600, 1280, 1024, 800, 640];
const QUALITIES = [0.8, 0.6, 0.4];
/** Five previews of this size take about three minutes at 50 kbit/s. */
const BYTES_AIM = 220_000;
/** A file of at most this many bytes needs no preview if it isn't larger than one in pixels. */
const BYTES_SMALL = 400_000;

let last: Promise<unknown> = Promise.resolve();

/**
 * Makes a preview, one at a time because an old phone has little memory. Returns nothing if the file is small already,
 * if no preview is smaller than the file, or if the browser can't decode the file or gives noise instead of the
 * drawing.
 */
export function makePreview(file: File): Promise<Preview | undefined> {
  const made = last.then(() => draw(file)).catch(() => undefined);
  last = made;
  return made;
}

async function draw(file: File): Promise<Preview | undefined> {
  if (!(await isFaithful())) return undefined;
  const { source, width, height, release } = await decode(file);
  const longer = Math.max(width, height);
  const isSmall = file.size <= BYTES_SMALL && longer <= SIDES[0]!;
  const bytesMax = Math.min(BYTES_AIM, file.size - 1);
  try {
    for (const side of isSmall ? [] : SIDES) {
      const scale = Math.min(1, side / longer);
      const size = {
        width: Math.max(1, Math.round(width * scale)),
        height: Math.max(1, Math.round(height * scale)),
      };
      const canvas = createCanvas(size.width, size.height);
      canvas.context.imageSmoothingQuality = "high";
      canvas.context.drawImage(source, 0, 0, size.width, size.height);
      for (const quality of QUALITIES) {
        const blob = await encode(canvas, size, quality);
        if (blob && blob.size <= bytesMax) return { blob, ...size };
      }
    }
    return undefined;
  } finally {
    release();
  }
}

/** Encodes WebP, or JPEG on a light ground if the browser doesn't encode WebP. */
async function encode(
  { context, encode }: Canvas,
  { width, height }: { width: number; height: number },
  quality: number,
) {
  const webp = await encode("image/webp", quality);
  if (webp?.type === "image/webp") return webp;
  context.globalCompositeOperation = "destination-over";
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  return encode("image/jpeg", quality);
}
