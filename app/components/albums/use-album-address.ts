import { useLocation, useNavigate, useSearchParams } from "@remix-run/react";
import { albumAddress } from "./addresses.ts";

/** State of a step that this page has taken itself, and that Back undoes. */
export const FROM_PAGE = { fromPage: true };
type Step = Partial<typeof FROM_PAGE> | null;

/** Which album, and which photo of it, the page's address asks for, and how to go from one to another. */
export function useAlbumAddress() {
  const [search] = useSearchParams();
  const { state } = useLocation() as { state: Step };
  const navigate = useNavigate();
  const { album, photo } = readAlbumAddress(search);

  /** Where the step came from this page the history goes back with it, else the address is left alone. */
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
    /** Another photo has come into view: the address follows, the history does not grow. */
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
