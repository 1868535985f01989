import { Trans, useLingui, Plural } from "@lingui/react/macro";
import {
  Link,
  useLocation,
  useNavigate,
  useSearchParams,
} from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { Album, Photo } from "#domain/albums/answers.ts";
import {
  JustifiedGallery,
  type GalleryPhoto,
} from "#app/components/gallery/justified-gallery.tsx";
import { useParentsLanguage } from "#app/components/language/use-other-language.ts";
import { useApi } from "#app/components/api/use-api.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Lightbox } from "#app/components/gallery/lightbox.tsx";
import { CloseIcon } from "#app/components/ui/icons.tsx";
import { ON_PAGE, usePageBelow } from "#app/components/ui/dialog-steps.ts";
import {
  albumAddress,
  MEDIUM_FITS,
  photoAlt,
  sizeOf,
  titleOf,
} from "./addresses.ts";
import {
  photoAddress,
  photoMediumAddress,
  photoThumbnailAddress,
} from "#domain/store/media-addresses.ts";
import { FETCH_FIRST } from "#app/components/ui/shown.tsx";
import "./albums.css";

interface Props {
  album: Album;
  /** The photos that came with the page. Undefined if they must be fetched. */
  photosAtHand: Photo[] | undefined;
  address: AlbumAddress;
}

export function AlbumDetail({ album, photosAtHand, address }: Props) {
  const { t, i18n } = useLingui();
  const { answer, failed, isLoading, retry } = useApi(
    "GET /api/albums/:paKey/photos",
    photosAtHand ? undefined : { params: { paKey: album.pa_key } },
  );
  const photos = photosAtHand ?? answer?.filter(isVisible) ?? [];
  const heading = useRef<HTMLHeadingElement>(null);
  const lang = useParentsLanguage();
  const altOf = (photo: Photo, index: number) =>
    photoAlt(i18n, album, photo, index, photos.length);
  const index = photos.findIndex(({ p_key }) => p_key === address.photo);
  // Once it is open, the address follows the lightbox, because a late address would move it back.
  const [opened, setOpened] = useState(-1);
  useEffect(() => {
    setOpened((now) => (index < 0 || now < 0 ? index : now));
  }, [index]);

  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  return (
    <>
      <div className="album-head row">
        <div className="grows">
          <h1 ref={heading} tabIndex={-1}>
            <bdi lang={lang}>{titleOf(album)}</bdi>
          </h1>
          {album.desc && (
            <p className="page-sub" dir="auto" lang={lang}>
              {album.desc}
            </p>
          )}
          <p className="page-sub">
            <Link to={`/photos/${album.pa_key}/print`}>
              <Trans>Print as a book</Trans>
            </Link>
          </p>
        </div>
        <a
          className="icon-btn"
          href="/photos"
          aria-label={t`Close album`}
          onClick={(event) => {
            event.preventDefault();
            address.closeAlbum();
          }}
        >
          <CloseIcon />
        </a>
      </div>
      {failed && (
        <div className="page-more">
          <p role="status">
            <Trans>
              The photographs could not be loaded. You may be offline.
            </Trans>
          </p>
          <Button look="quiet" onClick={retry}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      )}
      {isLoading && (
        <p className="page-empty" role="status">{t`Loading photographs…`}</p>
      )}
      <JustifiedGallery
        photos={photos.map((photo, index) => {
          const name = altOf(photo, index);
          return asGalleryPhoto(album, photo, t`Open photograph: ${name}`);
        })}
        label={titleOf(album)}
        lang={lang}
        first={2}
        onOpen={(index) => address.openPhoto(photos[index]!.p_key)}
      />
      <Lightbox
        slides={photos.map((photo, index) => ({
          ...sizeOf(photo),
          src: photoAddress(album.name, photo.name),
          thumbnail: photoThumbnailAddress(album.name, photo.name),
          alt: altOf(photo, index),
          altLang: photo.display_name ? lang : undefined,
          ...captionOf(photo),
          lang,
        }))}
        index={opened}
        onView={(seen) => {
          if (opened >= 0 && seen !== index)
            address.showPhoto(photos[seen]!.p_key);
        }}
        onClose={address.closePhoto}
        inAddress
      />
      {index >= 0 && (
        <noscript>
          <img
            className="album-photo"
            src={photoAddress(album.name, photos[index]!.name)}
            alt={altOf(photos[index]!, index)}
            lang={photos[index]!.display_name ? lang : undefined}
          />
        </noscript>
      )}
    </>
  );
}

const captionOf = ({ display_name, desc }: Photo) =>
  desc
    ? { title: display_name || undefined, description: desc }
    : { description: display_name || undefined };

function asGalleryPhoto(
  album: Album,
  photo: Photo,
  label: string,
): GalleryPhoto {
  const { width, height } = sizeOf(photo);
  const thumbnail = photoThumbnailAddress(album.name, photo.name);
  return {
    key: String(photo.p_key),
    href: albumAddress(album.pa_key, photo.p_key),
    src: thumbnail,
    // The browser takes the square if it is large enough, otherwise a picture that is.
    srcSet: [
      { src: thumbnail, width: 300, height: 300 },
      {
        src: photoMediumAddress(album.name, photo.name),
        ...sizeOf(photo, MEDIUM_FITS),
      },
      { src: photoAddress(album.name, photo.name), width, height },
    ],
    width,
    height,
    alt: "",
    label,
    caption: photo.display_name || undefined,
    fallback: thumbnail,
  };
}

/** Filters photos, because a signed-in admin also gets hidden ones and those without derivatives yet. */
const isVisible = ({ show, width }: Photo) => show && width !== null;

export function AlbumList({ albums }: { albums: Album[] }) {
  const lang = useParentsLanguage();
  return (
    <ul className="album-list">
      {albums.map(({ count, ...album }, index) => (
        <li key={album.pa_key}>
          <Link
            className="album-tile mosaic frame"
            to={albumAddress(album.pa_key)}
            state={FROM_LIST}
            data-album={album.pa_key}
          >
            <img
              src={photoThumbnailAddress(album.name, album.first_image_name!)}
              alt=""
              width={300}
              height={300}
              loading="lazy"
              {...(index < 4 && { loading: "eager", ...FETCH_FIRST })}
            />
            <span className="album-caption frame-words">
              <bdi lang={lang}>{titleOf(album)}</bdi>
              <small>
                <Plural
                  value={count}
                  one="# photograph"
                  other="# photographs"
                />
              </small>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** History state of a step from the list to an album. Closing the album takes it back. */
const FROM_LIST = { fromList: true };

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

type AlbumAddress = ReturnType<typeof useAlbumAddress>;

export const readAlbumAddress = (search: URLSearchParams) => ({
  album: readKey(search.get("album")),
  photo: readKey(search.get("photo")),
});

const readKey = (value: string | null) =>
  value !== null && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
