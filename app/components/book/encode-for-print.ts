import { inPage } from "#app/components/share/pictures/draw-in-page.ts";
import { isFaithful } from "#app/components/share/pictures/drawing.ts";

const QUALITY = 0.88;

/**
 * Encodes a loaded picture as JPEG. Chromium takes a JPEG into a PDF as it is, but stores a WebP as plain pixels:
 * 200 photographs were 1.1 GB and took three minutes.
 * @returns undefined if the browser keeps pages from reading pictures
 */
export async function encodeForPrint(
  image: HTMLImageElement,
): Promise<Blob | undefined> {
  if (!(await isFaithful(inPage))) return undefined;
  const { naturalWidth: width, naturalHeight: height } = image;
  const { context, encode } = inPage.createCanvas(width, height);
  // The paper, behind a picture that is transparent in places.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0);
  return (await encode("image/jpeg", QUALITY)) ?? undefined;
}
