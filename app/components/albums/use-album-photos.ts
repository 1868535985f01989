import { useEffect, useState } from "react";
import type { Photo } from "#domain/schemas.ts";
import { fetchList } from "../api/fetch-list.ts";

/**
 * The shown photos of an album, in order: those that came with the page, else fetched; undefined
 * while they are on their way, none after a failure.
 */
export function useAlbumPhotos(paKey: number, atHand: Photo[] | undefined) {
  const [photos, setPhotos] = useState(atHand);

  useEffect(() => {
    if (atHand) return;
    const left = new AbortController();
    void (async () => {
      const all = await fetchList<Photo>(
        `/api/albums/${paKey}/photos`,
        left.signal,
      );
      if (!left.signal.aborted) setPhotos(all);
    })();
    return () => left.abort();
  }, [paKey, atHand]);

  return photos?.filter(isVisible);
}

/** A signed-in admin is sent hidden ones too, and those whose pictures are still being made. */
const isVisible = ({ show, width }: Photo) => show && width !== null;
