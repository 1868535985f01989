import { useLocation, useNavigate, useSearchParams } from "@remix-run/react";
import { albumAddress } from "./addresses.ts";

/** History state of a step that the page itself has taken. Back undoes it. */
export const FROM_PAGE = { fromPage: true };
type Step = Partial<typeof FROM_PAGE> | null;

/** Reads album and photo from the page's address, and changes them. */
export function useAlbumAddress() {
  const [search] = useSearchParams();
  const { state } = useLocation() as { state: Step };
  const navigate = useNavigate();
  const { album, photo } = readAlbumAddress(search);

  /** Goes back in the history if this page took the step. Otherwise leaves the address alone. */
  function leave(to: string, preventScrollReset: boolean) {
    if (state?.fromPage) navigate(-1);
    else navigate(to, { replace: true, preventScrollReset });
  }

  return {
    album,
    photo,
    closeAlbum: () => leave("/photos", false),
    openPhoto: (pKey: number) =>
      navigate(albumAddress(album!, pKey), {
        state: FROM_PAGE,
        preventScrollReset: true,
      }),
    /** Puts another photo into the address without a new step in the history. */
    showPhoto: (pKey: number) =>
      navigate(albumAddress(album!, pKey), {
        replace: true,
        state,
        preventScrollReset: true,
      }),
    closePhoto: () => leave(albumAddress(album!), true),
  };
}

export type AlbumAddress = ReturnType<typeof useAlbumAddress>;

export const readAlbumAddress = (search: URLSearchParams) => ({
  album: readKey(search.get("album")),
  photo: readKey(search.get("photo")),
});

const readKey = (value: string | null) =>
  value !== null && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
