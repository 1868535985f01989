import { useEffect, useState } from "react";
import type { Photo } from "#domain/albums/answers.ts";
import { requestList } from "../api/fetch-list.ts";

/**
 * The shown photos of an album, in order: those that came with the page, else fetched. `photos` is
 * undefined until they are there; `tryAgain` fetches them once more after a failure.
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

/** A signed-in admin is sent hidden ones too, and those whose pictures are still being made. */
const isVisible = ({ show, width }: Photo) => show && width !== null;
