import { setPicture } from "./device-finds.ts";

/** Pixels: twice what the list shows. */
const WIDTH = 128;
const HEIGHT = 116;

/** Keeps a find's picture in small for the list of finds. Nothing happens if the browser can't show its format. */
export async function keepPicture(uuid: string, picture: Blob) {
  try {
    setPicture(uuid, await shrink(picture));
  } catch {
    // The list shows a plain stone.
  }
}

/** @throws if the browser can't decode the picture */
async function shrink(picture: Blob) {
  const url = URL.createObjectURL(picture);
  try {
    // Unlike `createImageBitmap`, an image is upright in every browser.
    const image = new Image();
    image.src = url;
    await image.decode();
    const { naturalWidth, naturalHeight } = image;
    const scale = Math.max(WIDTH / naturalWidth, HEIGHT / naturalHeight);
    const [width, height] = [naturalWidth * scale, naturalHeight * scale];
    const canvas = Object.assign(document.createElement("canvas"), {
      width: WIDTH,
      height: HEIGHT,
    });
    const context = canvas.getContext("2d")!;
    context.imageSmoothingQuality = "high";
    context.drawImage(
      image,
      (WIDTH - width) / 2,
      (HEIGHT - height) / 2,
      width,
      height,
    );
    return canvas.toDataURL("image/jpeg", 0.75);
  } finally {
    URL.revokeObjectURL(url);
  }
}
