import { RowsPhotoAlbum, type Photo } from "react-photo-album";
import Breakpoints from "react-photo-album/ssr";
import "react-photo-album/rows.css";
import { Picture } from "./picture.tsx";
import "./gallery.css";

export interface GalleryPhoto extends Photo {
  key: string;
  /** What the button that opens it is called. */
  label: string;
  caption?: string;
  /** Shown where the picture does not load. */
  fallback: string;
}

interface Props {
  photos: GalleryPhoto[];
  /** What the gallery shows, for those who can't see it. */
  label: string;
  onOpen: (index: number) => void;
  /** How many of the first pictures are fetched without waiting for the reader to come near. */
  eager?: number;
}

/** Pixels. Narrow screens get smaller rows, so that two pictures stand side by side. */
const NARROW = 600;
const targetRowHeight = (width: number) => (width < NARROW ? 170 : 300);
const spacing = (width: number) => (width < NARROW ? 12 : 20);

/** gallery.css shows the one that fits until the browser has taken over. */
const BREAKPOINTS = [560, 860, 1120];
const classNames = {
  container: "gallery",
  breakpoints: {
    280: "gallery-at gallery-at--280",
    560: "gallery-at gallery-at--560",
    860: "gallery-at gallery-at--860",
    1120: "gallery-at gallery-at--1120",
  },
};

/** Pictures in rows of one width: every place is kept before its picture arrives. */
export function JustifiedGallery({ photos, label, onOpen, eager = 0 }: Props) {
  return (
    <Breakpoints breakpoints={BREAKPOINTS} unstyled classNames={classNames}>
      <RowsPhotoAlbum
        photos={photos}
        targetRowHeight={targetRowHeight}
        spacing={spacing}
        rowConstraints={{ singleRowMaxHeight: 340 }}
        sizes={{
          size: "1168px",
          sizes: [{ viewport: "(max-width: 1215px)", size: "100vw" }],
        }}
        onClick={({ index, event }) => {
          // A link of its own is for a new tab, and for browsers without scripts.
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onOpen(index);
        }}
        componentsProps={{
          container: { "aria-label": label },
          button: { className: "gallery-tile on-picture" },
          link: { className: "gallery-tile on-picture" },
        }}
        render={{
          image: (
            { src = "", alt = "", title: _title, ...props },
            { photo, index },
          ) => (
            <Picture
              {...props}
              src={src}
              alt={alt}
              fallback={(photo as GalleryPhoto).fallback}
              loading={index < eager ? "eager" : "lazy"}
            />
          ),
          extras: (_props, { photo }) =>
            (photo as GalleryPhoto).caption && (
              <span className="gallery-caption" aria-hidden="true">
                {(photo as GalleryPhoto).caption}
              </span>
            ),
        }}
      />
    </Breakpoints>
  );
}
