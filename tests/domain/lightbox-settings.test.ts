import { expect, test } from "vitest";
import { lightboxSettings } from "#app/components/gallery/lightbox-settings.ts";

test("the lightbox has every setting by its name", () => {
  expect(lightboxSettings).toEqual({
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
    zoom: {
      minZoom: 1,
      maxZoomPixelRatio: 1,
      zoomInMultiplier: 2,
      doubleTapDelay: 300,
      doubleClickDelay: 500,
      keyboardMoveDistance: 50,
    },
    styles: { root: { "--yarl__color_backdrop": "rgba(0, 0, 0, .9)" } },
  });
});
