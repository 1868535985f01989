import type { Drawing } from "./drawing.ts";

/** Draws without a page, for example in a worker. */
export const offscreen: Drawing = {
  async decode(picture) {
    const source = await createImageBitmap(picture, {
      imageOrientation: "from-image",
    });
    const { width, height } = source;
    return { source, width, height, release: () => source.close() };
  },

  createCanvas(width, height) {
    const canvas = new OffscreenCanvas(width, height);
    return {
      context: canvas.getContext("2d")!,
      encode: (type, quality) => canvas.convertToBlob({ type, quality }),
    };
  },
};

/** A JPEG of 2 × 1 pixels whose EXIF data turns it by 90°. */
const TURNED =
  "/9j/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/wAALCAABAAIBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AR//Z";

/** Whether this browser draws files upright, without a page. Old ones ignore a photograph's orientation, or throw. */
export async function drawsUpright() {
  if (!("OffscreenCanvas" in globalThis)) return false;
  const bytes = Uint8Array.from(atob(TURNED), (byte) => byte.charCodeAt(0));
  const turned = await createImageBitmap(
    new Blob([bytes], { type: "image/jpeg" }),
    { imageOrientation: "from-image" },
  ).catch(() => undefined);
  return turned !== undefined && turned.height > turned.width;
}
