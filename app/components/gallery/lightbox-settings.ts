export interface Slide {
  src: string;
  alt: string;
  /** A small picture of the same, for the row of thumbnails. */
  thumbnail: string;
  /** Above the picture. */
  title?: string;
  /** The caption below the picture; at most two lines until more is asked for. */
  description?: string;
  /** Pixels. */
  width?: number;
  height?: number;
}

/** Times are milliseconds. */
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
  /** From the whole picture up to one of its pixels on one of the screen's. */
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
