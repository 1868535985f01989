import { RowsPhotoAlbum, type Photo } from "react-photo-album";
import Breakpoints from "react-photo-album/ssr";
import "react-photo-album/rows.css";
import { FETCH_FIRST, Picture } from "#app/components/ui/shown.tsx";
import "./gallery.css";

export interface GalleryPhoto extends Photo {
  key: string;
  label: string;
  caption?: string;
  fallback: string;
}

interface Props {
  photos: GalleryPhoto[];
  label: string;
  /** The language of the captions, if it is not the page's. */
  lang?: string;
  onOpen: (index: number) => void;
  /** Number of pictures that load before everything else. The others load when the reader comes near. */
  first?: number;
}

/** Pixels. Narrow screens get lower rows, so that two pictures fit side by side. */
const NARROW = 600;
const targetRowHeight = (width: number) => (width < NARROW ? 170 : 300);
const spacing = (width: number) => (width < NARROW ? 12 : 20);

/** Before hydration, gallery.css shows the layout that fits. */
const BREAKPOINTS = [560, 860, 1120];
const SMALLER = "(max-width: 1215px)";
const SHARP = "(min-resolution: 1.5dppx)";
const SHARPEST = "(min-resolution: 2.5dppx)";
/** Width of the rows; less on sharp screens, because a thumbnail needs about 1.5 pixels for each of CSS, and not three. */
const SIZES = {
  size: "1168px",
  sizes: [
    { viewport: `${SMALLER} and ${SHARPEST}`, size: "48vw" },
    { viewport: `${SMALLER} and ${SHARP}`, size: "72vw" },
    { viewport: SHARPEST, size: "560px" },
    { viewport: SHARP, size: "840px" },
    { viewport: SMALLER, size: "100vw" },
  ],
};

const TILE = "gallery-tile mosaic frame";
const classNames = {
  container: "gallery",
  breakpoints: {
    280: "gallery-at gallery-at--280",
    560: "gallery-at gallery-at--560",
    860: "gallery-at gallery-at--860",
    1120: "gallery-at gallery-at--1120",
  },
};

/** Lays pictures out in rows of one width. Each picture has its place before it loads. */
export const JustifiedGallery = (props: Props) => (
  <Breakpoints breakpoints={BREAKPOINTS} unstyled classNames={classNames}>
    <Rows {...props} />
  </Breakpoints>
);

/** The layout for one width. `Breakpoints` says which. */
function Rows({
  photos,
  label,
  lang,
  onOpen,
  first = 0,
  ...layout
}: Props & { breakpoints?: number[]; defaultContainerWidth?: number }) {
  // A phone asks for its first pictures before it has a layout. Those of wider layouts would load on a phone too, hidden.
  const isNarrow = (layout.defaultContainerWidth ?? NARROW) < BREAKPOINTS[0]!;
  return (
    <RowsPhotoAlbum
      {...layout}
      photos={photos}
      targetRowHeight={targetRowHeight}
      spacing={spacing}
      rowConstraints={{ singleRowMaxHeight: 340 }}
      sizes={SIZES}
      onClick={({ index, event }) => {
        // The link is for a new tab, and for browsers without JavaScript.
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onOpen(index);
      }}
      componentsProps={{
        container: { "aria-label": label },
        button: { className: TILE },
        link: { className: TILE },
      }}
      render={{
        image: (
          { src, alt = "", title: _title, ...props },
          { photo, index },
        ) => (
          <Picture
            {...props}
            src={src}
            alt={alt}
            fallback={photo.fallback}
            loading={isNarrow && index < first ? "eager" : "lazy"}
            {...(index < first && FETCH_FIRST)}
          />
        ),
        extras: (_props, { photo: { caption } }) =>
          caption && (
            <span
              className="gallery-caption frame-words"
              dir="auto"
              lang={lang}
              aria-hidden="true"
            >
              {caption}
            </span>
          ),
      }}
    />
  );
}
