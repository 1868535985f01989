import { inPage } from "#app/components/share/pictures/draw-in-page.ts";
import { isFaithful } from "#app/components/share/pictures/drawing.ts";
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

/** @throws if the browser can't decode the picture, or gives noise instead of what was drawn */
async function shrink(picture: Blob) {
  if (!(await isFaithful(inPage))) throw new Error("not what was drawn");
  const decoded = await inPage.decode(picture);
  const scale = Math.max(WIDTH / decoded.width, HEIGHT / decoded.height);
  const [width, height] = [decoded.width * scale, decoded.height * scale];
  const canvas = Object.assign(document.createElement("canvas"), {
    width: WIDTH,
    height: HEIGHT,
  });
  const context = canvas.getContext("2d")!;
  context.imageSmoothingQuality = "high";
  context.drawImage(
    decoded.source,
    (WIDTH - width) / 2,
    (HEIGHT - height) / 2,
    width,
    height,
  );
  decoded.release();
  return canvas.toDataURL("image/jpeg", 0.75);
}
