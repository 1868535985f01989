import { useEffect, useState } from "react";
import type { Photo } from "#domain/schemas.ts";
import { fetchList } from "../api/fetch-list.ts";

/** Fetches the shown photos of an album, in order; undefined while they are on their way, none after a failure. */
export function useAlbumPhotos(paKey: number) {
  const [photos, setPhotos] = useState<Photo[]>();

  useEffect(() => {
    const left = new AbortController();
    void (async () => {
      const all = await fetchList<Photo>(
        `/api/albums/${paKey}/photos`,
        left.signal,
      );
      if (!left.signal.aborted) setPhotos(all.filter((photo) => photo.show));
    })();
    return () => left.abort();
  }, [paKey]);

  return photos;
}
