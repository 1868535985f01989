import type { Drawing } from "./drawing.ts";

/** Draws in the page, which stays responsive because decoding and encoding happen beside it. */
export const inPage: Drawing = {
  /** Browsers draw an image element upright. */
  async decode(picture) {
    const url = URL.createObjectURL(picture);
    const release = () => URL.revokeObjectURL(url);
    try {
      const source = new Image();
      source.src = url;
      await source.decode();
      const { naturalWidth: width, naturalHeight: height } = source;
      return { source, width, height, release };
    } catch (error) {
      release();
      throw error;
    }
  },

  createCanvas(width, height) {
    const canvas = Object.assign(document.createElement("canvas"), {
      width,
      height,
    });
    return {
      context: canvas.getContext("2d")!,
      encode: (type, quality) =>
        new Promise((resolve) => canvas.toBlob(resolve, type, quality)),
    };
  },
};
