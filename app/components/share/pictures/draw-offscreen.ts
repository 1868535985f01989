import {
  encodePreview,
  type Preview,
  type PreviewCanvas,
} from "./encode-preview.ts";

/** Makes a preview without a page, for example in a worker. @throws if the browser can't decode the file */
export async function drawOffscreen(file: File): Promise<Preview | undefined> {
  const source = await createImageBitmap(file, {
    imageOrientation: "from-image",
  });
  try {
    const { width, height } = source;
    return await encodePreview(file, { source, width, height }, createCanvas);
  } finally {
    source.close();
  }
}

function createCanvas(width: number, height: number): PreviewCanvas {
  const canvas = new OffscreenCanvas(width, height);
  return {
    context: canvas.getContext("2d")!,
    encode: (type, quality) => canvas.convertToBlob({ type, quality }),
  };
}

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
