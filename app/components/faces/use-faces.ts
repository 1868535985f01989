import { useEffect, useState } from "react";
import type { Blur } from "#domain/core/blurs.ts";
import type { FacesAnswer } from "./faces.worker.ts";

export interface Faces {
  isLooking: boolean;
  /** Whether this browser can't look for faces, or what does it could not be loaded. */
  hasFailed: boolean;
  found?: Blur[];
}

/** Pixels of the longer side: as many as finding small faces needs. */
const LONGER = 1024;

/** Looks for faces in a picture once it is on the screen. Nothing leaves the device. */
export function useFaces(picture: HTMLImageElement | null): Faces {
  const [faces, setFaces] = useState<Faces>({
    isLooking: true,
    hasFailed: false,
  });
  useEffect(() => {
    if (!picture) return;
    const end = (found: FacesAnswer) =>
      setFaces({
        isLooking: false,
        hasFailed: found === null,
        found: found ?? undefined,
      });
    if (!("OffscreenCanvas" in window && "createImageBitmap" in window))
      return end(null);
    const worker = new Worker(new URL("./faces.worker.ts", import.meta.url), {
      type: "module",
    });
    worker.onmessage = ({ data }) => end(data as FacesAnswer);
    worker.onerror = () => end(null);
    const { naturalWidth, naturalHeight } = picture;
    const scale = Math.min(1, LONGER / Math.max(naturalWidth, naturalHeight));
    createImageBitmap(picture, {
      resizeWidth: Math.ceil(naturalWidth * scale),
      resizeHeight: Math.ceil(naturalHeight * scale),
    }).then(
      (bitmap) => worker.postMessage(bitmap, [bitmap]),
      () => end(null),
    );
    return () => worker.terminate();
  }, [picture]);
  return faces;
}
