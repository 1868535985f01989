import { useEffect, useState, type RefObject } from "react";
import { inPage } from "#app/components/share/pictures/draw-in-page.ts";
import { isFaithful } from "#app/components/share/pictures/drawing.ts";

export interface PicturesState {
  all: number;
  /** Loaded and ready, or failed. */
  done: number;
  failed: number;
}

/** Loads the pictures in an element and makes them ready to print, one after the other. */
export function usePictures(
  within: RefObject<HTMLElement>,
): PicturesState | undefined {
  const [state, setState] = useState<PicturesState>();

  useEffect(() => {
    const images = [...within.current!.querySelectorAll("img")];
    const encoded: string[] = [];
    let isStale = false;
    const prepare = async () => {
      let failed = 0;
      for (const [done, image] of images.entries()) {
        if (isStale) return;
        setState({ all: images.length, done, failed });
        try {
          await image.decode();
          const jpeg = await encodeForPrint(image);
          if (!jpeg || isStale) continue;
          image.src = URL.createObjectURL(jpeg);
          encoded.push(image.src);
          await image.decode();
        } catch {
          failed += 1;
        }
      }
      if (!isStale)
        setState({ all: images.length, done: images.length, failed });
    };
    void prepare();
    return () => {
      isStale = true;
      encoded.forEach((url) => URL.revokeObjectURL(url));
    };
  }, [within]);

  return state;
}

const QUALITY = 0.88;

/**
 * Encodes a loaded picture as JPEG. Chromium takes a JPEG into a PDF as it is, but stores a WebP as plain pixels:
 * 200 photographs were 1.1 GB and took three minutes.
 * @returns undefined if the browser keeps pages from reading pictures
 */
async function encodeForPrint(
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
