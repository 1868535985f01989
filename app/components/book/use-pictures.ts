import { useEffect, useState, type RefObject } from "react";
import { encodeForPrint } from "./encode-for-print.ts";

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
