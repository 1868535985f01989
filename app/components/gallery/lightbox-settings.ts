export interface Slide {
  src: string;
  alt: string;
  /** The language of `alt`, and of title and description, if it is not the page's. */
  altLang?: string;
  lang?: string;
  thumbnail: string;
  title?: string;
  /** The caption below the picture. Shows at most two lines at first. */
  description?: string;
  /** Pixels. */
  width?: number;
  height?: number;
}

/** Times are in milliseconds. */
export const lightboxSettings = {
  /** Finite, so that the slideshow ends with the last picture. */
  carousel: { finite: true, preload: 2, padding: "10px", spacing: "30%" },
  animation: { fade: 250, swipe: 500, zoom: 500 },
  thumbnails: {
    position: "bottom",
    width: 100,
    height: 60,
    borderRadius: 4,
    imageFit: "cover",
    showToggle: true,
  },
  slideshow: { autoplay: false, delay: 3000 },
  captions: {
    showToggle: true,
    descriptionTextAlign: "center",
    descriptionMaxLines: 2,
  },
  /** Zooms in up to one image pixel per screen pixel. */
  zoom: {
    minZoom: 1,
    maxZoomPixelRatio: 1,
    zoomInMultiplier: 2,
    doubleTapDelay: 300,
    doubleClickDelay: 500,
    keyboardMoveDistance: 50,
  },
  styles: { root: { "--yarl__color_backdrop": "rgba(0, 0, 0, .9)" } },
} as const;
