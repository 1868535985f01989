import { createCanvas, decode, isFaithful } from "#app/components/ui/draw.ts";

/** A smaller picture that is sent first, upright and without metadata. In an object, because devices keep it so. */
export interface Preview {
  blob: Blob;
}

/** Pixels of the longer side. */
const SIDES = [1600, 1280, 1024, 800, 640];
const QUALITIES = [0.8, 0.6, 0.4];
/** Five previews of this size take about three minutes at 50 kbit/s. */
const BYTES_AIM = 220_000;
/** A file of at most this many bytes needs no preview if it isn't larger than one in pixels. */
const BYTES_SMALL = 400_000;

let last: Promise<unknown> = Promise.resolve();

/** Makes a preview, one at a time because an old phone has little memory. None if it isn't smaller, or can't be drawn. */
export function makePreview(file: File): Promise<Preview | undefined> {
  const made = last.then(() => draw(file)).catch(() => undefined);
  last = made;
  return made;
}

async function draw(file: File): Promise<Preview | undefined> {
  if (!(await isFaithful())) return undefined;
  const source = await decode(file);
  try {
    const longer = Math.max(source.width, source.height);
    if (file.size <= BYTES_SMALL && longer <= SIDES[0]!) return undefined;
    const bytesMax = Math.min(BYTES_AIM, file.size - 1);
    for (const side of SIDES) {
      const scale = Math.min(1, side / longer);
      const width = Math.max(1, Math.round(source.width * scale));
      const height = Math.max(1, Math.round(source.height * scale));
      const canvas = createCanvas(width, height);
      canvas.context.imageSmoothingQuality = "high";
      canvas.context.drawImage(source, 0, 0, width, height);
      for (const quality of QUALITIES) {
        const blob = await encode(canvas, quality);
        if (blob && blob.size <= bytesMax) return { blob };
      }
    }
    return undefined;
  } finally {
    source.close();
  }
}

/** Encodes WebP, or JPEG on a light ground if the browser doesn't encode WebP. */
async function encode(
  { context, encode }: ReturnType<typeof createCanvas>,
  quality: number,
) {
  const webp = await encode("image/webp", quality);
  if (webp?.type === "image/webp") return webp;
  context.globalCompositeOperation = "destination-over";
  context.fillStyle = "#fff";
  context.fillRect(0, 0, context.canvas.width, context.canvas.height);
  return encode("image/jpeg", quality);
}
