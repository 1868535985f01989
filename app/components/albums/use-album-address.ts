import { useLocation, useNavigate, useSearchParams } from "@remix-run/react";
import { ON_PAGE, usePageBelow } from "../ui/dialog-steps.ts";
import { albumAddress } from "./addresses.ts";

/** History state of a step from the list to an album. Closing the album takes it back. */
export const FROM_LIST = { fromList: true };

export function useAlbumAddress() {
  const [search] = useSearchParams();
  const state = useLocation().state as Partial<typeof FROM_LIST> | null;
  const navigate = useNavigate();
  const { album, photo } = readAlbumAddress(search);
  usePageBelow(
    album !== undefined && photo !== undefined,
    albumAddress(album!),
  );
  /** Puts another photo into the address, as a new step if it opens the lightbox. */
  const goTo = (pKey: number, replace: boolean) =>
    navigate(albumAddress(album!, pKey), {
      replace,
      state: ON_PAGE,
      preventScrollReset: true,
    });

  return {
    album,
    photo,
    closeAlbum: () =>
      state?.fromList ? navigate(-1) : navigate("/photos", { replace: true }),
    openPhoto: (pKey: number) => goTo(pKey, false),
    showPhoto: (pKey: number) => goTo(pKey, true),
    closePhoto: () => navigate(-1),
  };
}

export type AlbumAddress = ReturnType<typeof useAlbumAddress>;

export const readAlbumAddress = (search: URLSearchParams) => ({
  album: readKey(search.get("album")),
  photo: readKey(search.get("photo")),
});

const readKey = (value: string | null) =>
  value !== null && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
