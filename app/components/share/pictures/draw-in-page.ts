import {
  encodePreview,
  type Preview,
  type PreviewCanvas,
} from "./encode-preview.ts";

/**
 * Makes a preview in the page, for browsers without OffscreenCanvas. The page stays responsive, because decoding
 * and encoding happen beside it. Browsers draw an image element upright.
 * @throws if the browser can't decode the file
 */
export async function drawInPage(file: File): Promise<Preview | undefined> {
  const url = URL.createObjectURL(file);
  try {
    const source = new Image();
    source.src = url;
    await source.decode();
    const { naturalWidth: width, naturalHeight: height } = source;
    return await encodePreview(file, { source, width, height }, createCanvas);
  } finally {
    URL.revokeObjectURL(url);
  }
}

function createCanvas(width: number, height: number): PreviewCanvas {
  const canvas = Object.assign(document.createElement("canvas"), {
    width,
    height,
  });
  return {
    context: canvas.getContext("2d")!,
    encode: (type, quality) =>
      new Promise((resolve) => canvas.toBlob(resolve, type, quality)),
  };
}
