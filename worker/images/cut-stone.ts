import { createHash } from "node:crypto";
import type { OverlayOptions, Sharp } from "sharp";
import type { Size } from "./pixels.ts";

/** Width and height in pixels. */
const SIZE = 128;
/** Half of the stone's width and height. The rest of the picture is room for its uneven outline. */
const HALF: Size = { width: 61, height: 54 };

/** The cut is half as wide, because the ground around a rock would show as a rim. */
export const STONE_FROM: Size = { width: 244, height: 244 };

/**
 * An uneven oval from the middle of a picture, lit from the upper left, transparent around it.
 * @param picture resized to `STONE_FROM`
 * @param name decides the shape, so that neighbours on the map look different
 */
export function cutStone(picture: Sharp, name: string): Promise<Buffer> {
  const reachAt = shapeOf(name);
  const fromMiddle = (x: number, y: number) => {
    const across = (x + 0.5 - SIZE / 2) / HALF.width;
    const down = (y + 0.5 - SIZE / 2) / HALF.height;
    return Math.hypot(across, down) / reachAt(Math.atan2(down, across));
  };
  return picture
    .ensureAlpha()
    .extract({
      left: (STONE_FROM.width - SIZE) / 2,
      top: (STONE_FROM.height - SIZE) / 2,
      width: SIZE,
      height: SIZE,
    })
    .composite([
      {
        ...paint((x, y) => [255, 0.26 * fade(lightAt(x, y), 0.36, 0)]),
        blend: "atop",
      },
      {
        ...paint((x, y) => [
          16,
          0.4 * fade(lightAt(x, y), 0.55, 0.92) +
            0.34 * fade(fromMiddle(x, y), 0.92, 1),
        ]),
        blend: "atop",
      },
      {
        // One pixel wide, so that the edge is neither hard nor blurred.
        ...paint((x, y) => [
          0,
          fade(fromMiddle(x, y), 1, 1 - 1.4 / HALF.height),
        ]),
        blend: "dest-in",
      },
    ])
    .webp({ quality: 84, effort: 4 })
    .toBuffer();
}

/** The distance of the outline from the middle by angle, as a share of the oval's. */
function shapeOf(name: string) {
  const chance = createHash("sha256").update(name).digest();
  const waves = [0.045, 0.03, 0.016].map((height, index) => ({
    count: index + 2,
    height: height * (0.4 + (0.6 * chance[index]!) / 255),
    phase: (chance[index + 3]! / 255) * 2 * Math.PI,
  }));
  return (angle: number) =>
    waves.reduce(
      (sum, { count, height, phase }) =>
        sum + height * (Math.cos(count * angle + phase) - 1),
      1,
    );
}

const lightAt = (x: number, y: number) =>
  Math.hypot(x / SIZE - 0.36, y / SIZE - 0.26);

/** 0 up to `from`, 1 from `to` on, and smooth in between. `from` may be greater than `to`. */
function fade(value: number, from: number, to: number) {
  const share = Math.min(Math.max((value - from) / (to - from), 0), 1);
  return share * share * (3 - 2 * share);
}

/** Makes a picture of the stone's size from a grey and an opacity for each pixel. */
function paint(
  toneAt: (x: number, y: number) => [grey: number, opacity: number],
): OverlayOptions {
  const input = Buffer.alloc(SIZE * SIZE * 4);
  for (let y = 0; y < SIZE; y++)
    for (let x = 0; x < SIZE; x++) {
      const [grey, opacity] = toneAt(x, y);
      const at = (y * SIZE + x) * 4;
      input.fill(grey, at, at + 3);
      input[at + 3] = Math.round(Math.min(opacity, 1) * 255);
    }
  return { input, raw: { width: SIZE, height: SIZE, channels: 4 } };
}
