import type { Blur } from "#core/blurs.ts";
import { SIDE, type Found, type loadModel } from "./model.ts";

type Look = Awaited<ReturnType<typeof loadModel>>;

/** A part of a picture, in pixels. */
export interface Part {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * Number of pieces along each side of the picture, length of a piece as a fraction of that side, and how sure the model
 * has to be of a face in it: faces get 0.7 to 0.95, painted stones up to 0.7. The pieces overlap, so that one has
 * the face on their border.
 */
const GRIDS = [
  { pieces: 1, length: 1, sure: 0.62 },
  { pieces: 2, length: 0.6, sure: 0.66 },
  { pieces: 4, length: 0.31, sure: 0.7 },
];
/** The model's box goes from the brows to the chin. Hair and ears tell who it is, too. */
const WIDER = 1.5;
const UPWARDS = 0.1;

/**
 * Finds the faces of a picture, the surest first. Looks at all of it, and then closer at its pieces, where small faces
 * are large enough for the model.
 * @param draw draws a part of the picture into the upper left of a black square of `SIDE` pixels, which it fills in one
 * direction, and returns four bytes a pixel: red, green, blue, and one that isn't used
 */
export function findFaces(
  look: Look,
  draw: (part: Part, index: number) => Uint8Array | Uint8ClampedArray,
  picture: { width: number; height: number },
): Blur[] {
  const { width, height } = picture;
  const found = listParts(picture).flatMap(({ sure, ...part }, index) => {
    const scale = Math.max(part.width, part.height);
    return look(toNumbers(draw(part, index)))
      .filter(({ score }) => score >= sure)
      .map((face) => ({
        score: face.score,
        x: (part.left + face.x * scale) / width,
        y: (part.top + face.y * scale) / height,
        width: (face.width * scale) / width,
        height: (face.height * scale) / height,
      }));
  });
  return listApart(found).map(widen);
}

/** The parts of a picture that are looked at, all of it first. */
export function listParts({
  width,
  height,
}: {
  width: number;
  height: number;
}): (Part & { sure: number })[] {
  return GRIDS.flatMap(({ pieces, length, sure }) => {
    const starts = Array.from(
      { length: pieces },
      (_, at) => (at * (1 - length)) / Math.max(1, pieces - 1),
    );
    return starts.flatMap((x) =>
      starts.map((y) => ({
        left: x * width,
        top: y * height,
        width: length * width,
        height: length * height,
        sure,
      })),
    );
  });
}

/** Draws parts of a picture as `findFaces` wants them, on a canvas with sides of `SIDE`. */
export const drawerOf =
  (
    source: CanvasImageSource,
    context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  ) =>
  ({ left, top, width, height }: Part) => {
    const scale = SIDE / Math.max(width, height);
    context.fillRect(0, 0, SIDE, SIDE);
    context.drawImage(
      source,
      ...([left, top, width, height] as const),
      ...([0, 0, width * scale, height * scale] as const),
    );
    return context.getImageData(0, 0, SIDE, SIDE).data;
  };

function toNumbers(bytes: Uint8Array | Uint8ClampedArray) {
  const numbers = new Float32Array(SIDE * SIDE * 3);
  for (let from = 0, to = 0; from < bytes.length; from++)
    if (from % 4 !== 3) numbers[to++] = bytes[from]! / 127.5 - 1;
  return numbers;
}

function listApart(found: Found[]) {
  const apart: Found[] = [];
  for (const face of found.sort((one, other) => other.score - one.score))
    if (!apart.some((other) => shareOf(face, other) > 0.4)) apart.push(face);
  return apart;
}

/** The part of the smaller box that is in the other, from 0 to 1. */
function shareOf(one: Found, other: Found) {
  const across =
    Math.min(one.x + one.width, other.x + other.width) -
    Math.max(one.x, other.x);
  const down =
    Math.min(one.y + one.height, other.y + other.height) -
    Math.max(one.y, other.y);
  const smaller = Math.min(one.width * one.height, other.width * other.height);
  return (Math.max(0, across) * Math.max(0, down)) / smaller;
}

function widen({ x, y, width, height }: Found): Blur {
  const left = Math.max(0, x - ((WIDER - 1) * width) / 2);
  const top = Math.max(0, y - ((WIDER - 1) / 2 + UPWARDS) * height);
  const right = Math.min(1, x + width + ((WIDER - 1) * width) / 2);
  const bottom = Math.min(1, y + height + ((WIDER - 1) / 2) * height);
  return [left, top, right - left, bottom - top];
}
