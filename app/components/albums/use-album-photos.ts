import { useEffect, useState } from "react";
import type { Photo } from "#domain/schemas.ts";

/** Fetches the shown photos of an album, in order; undefined while they are on their way, none after a failure. */
export function useAlbumPhotos(paKey: number) {
  const [photos, setPhotos] = useState<Photo[]>();

  useEffect(() => {
    const given = new AbortController();
    setPhotos(undefined);
    fetchPhotos(paKey, given.signal)
      .then((all) => setPhotos(all.filter((photo) => photo.show)))
      .catch((error: unknown) => {
        if (given.signal.aborted) return;
        console.error("Error loading album photos", error);
        setPhotos([]);
      });
    return () => given.abort();
  }, [paKey]);

  return photos;
}

async function fetchPhotos(paKey: number, signal: AbortSignal) {
  const response = await fetch(`/api/albums/${paKey}/photos`, { signal });
  if (!response.ok) throw new Error(`the answer was ${response.status}`);
  return (await response.json()) as Photo[];
}
