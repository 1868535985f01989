import type { Photo } from "#domain/albums/answers.ts";
import { useApi } from "../api/use-api.ts";

/**
 * Returns an album's shown photos in order, from the page or by a fetch. `photos` is undefined until then.
 * `retry` fetches them again after a failure.
 */
export function useAlbumPhotos(paKey: number, atHand: Photo[] | undefined) {
  const { answer, failed, retry } = useApi(
    "GET /api/albums/:paKey/photos",
    atHand ? undefined : { params: { paKey } },
  );
  const photos: Photo[] | undefined = atHand ?? answer;
  return { photos: photos?.filter(isVisible), failed, retry };
}

/** Filters photos, because a signed-in admin also gets hidden ones and those without derivatives yet. */
const isVisible = ({ show, width }: Photo) => show && width !== null;
