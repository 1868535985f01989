import { useEffect, useState } from "react";
import type { Photo } from "#domain/albums/answers.ts";
import { requestList } from "../api/fetch-list.ts";

/**
 * Returns an album's shown photos in order, from the page or by a fetch. `photos` is undefined until then.
 * `tryAgain` fetches them again after a failure.
 */
export function useAlbumPhotos(paKey: number, atHand: Photo[] | undefined) {
  const [photos, setPhotos] = useState(atHand);
  const [failed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);

  useEffect(() => {
    if (atHand) return;
    const left = new AbortController();
    const address = `/api/albums/${paKey}/photos`;
    setFailed(false);
    requestList<Photo>(address, left.signal).then(
      setPhotos,
      (error: unknown) => {
        if (left.signal.aborted) return;
        console.error(`Error loading ${address}`, error);
        setFailed(true);
      },
    );
    return () => left.abort();
  }, [paKey, atHand, tries]);

  return {
    photos: photos?.filter(isVisible),
    failed,
    tryAgain: () => setTries((now) => now + 1),
  };
}

/** Filters photos, because a signed-in admin also gets hidden ones and those without derivatives yet. */
const isVisible = ({ show, width }: Photo) => show && width !== null;
