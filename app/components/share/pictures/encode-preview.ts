import {
  isFaithful,
  type Canvas,
  type Decoded,
  type Drawing,
} from "./drawing.ts";

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

/**
 * Makes a preview. Returns nothing if the file is small already, if no preview is smaller than the file, or if the
 * browser gives noise instead of the drawing.
 * @throws if the browser can't decode the file
 */
export async function encodePreview(
  file: File,
  drawing: Drawing,
): Promise<Preview | undefined> {
  if (!(await isFaithful(drawing))) return undefined;
  const decoded = await drawing.decode(file);
  try {
    return await encodeDecoded(file, decoded, drawing);
  } finally {
    decoded.release();
  }
}

async function encodeDecoded(
  file: File,
  { source, width, height }: Decoded,
  { createCanvas }: Drawing,
) {
  const longer = Math.max(width, height);
  if (file.size <= BYTES_SMALL && longer <= SIDES[0]!) return undefined;
  const bytesMax = Math.min(BYTES_AIM, file.size - 1);
  for (const side of SIDES) {
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
