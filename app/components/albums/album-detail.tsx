import { useEffect, useRef, useState } from "react";
import type { Album, Photo } from "#domain/schemas.ts";
import {
  JustifiedGallery,
  type GalleryPhoto,
} from "../gallery/justified-gallery.tsx";
import { Lightbox } from "../gallery/lightbox.tsx";
import { CloseIcon } from "../ui/icons.tsx";
import { photoPicture, photoThumbnail, sizeOf, titleOf } from "./addresses.ts";
import { useAlbumPhotos } from "./use-album-photos.ts";
import "./albums.css";

interface Props {
  album: Album;
  onClose: () => void;
}

/** One album's photos, in the place of the list. */
export function AlbumDetail({ album, onClose }: Props) {
  const photos = useAlbumPhotos(album.pa_key);
  const [slide, setSlide] = useState(-1);
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0, behavior: "instant" });
  }, []);

  return (
    <>
      <div className="album-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {titleOf(album)}
          </h1>
          {album.desc && <p className="page-sub">{album.desc}</p>}
        </div>
        <button
          type="button"
          className="icon-btn"
          aria-label="Close album"
          onClick={onClose}
        >
          <CloseIcon />
        </button>
      </div>
      {!photos && (
        <p className="album-notice" role="status">
          Loading photographs…
        </p>
      )}
      {photos && (
        <JustifiedGallery
          photos={photos.map((photo) => asGalleryPhoto(album, photo))}
          label={titleOf(album)}
          onOpen={setSlide}
        />
      )}
      <Lightbox
        slides={(photos ?? []).map((photo) => ({
          ...sizeOf(photo),
          src: photoPicture(album.name, photo.name),
          thumbnail: photoThumbnail(album.name, photo.name),
          alt: photo.display_name,
          description: photo.display_name || undefined,
        }))}
        index={slide}
        onClose={() => setSlide(-1)}
      />
    </>
  );
}

function asGalleryPhoto(album: Album, photo: Photo): GalleryPhoto {
  const { width, height } = sizeOf(photo);
  const thumbnail = photoThumbnail(album.name, photo.name);
  return {
    key: String(photo.p_key),
    src: thumbnail,
    // The browser takes the square where it is large enough, else the whole picture.
    srcSet: [
      { src: thumbnail, width: 300, height: 300 },
      { src: photoPicture(album.name, photo.name), width, height },
    ],
    width,
    height,
    alt: "",
    label: photo.display_name
      ? `Open photograph: ${photo.display_name}`
      : "Open photograph",
    caption: photo.display_name || undefined,
    fallback: thumbnail,
  };
}
