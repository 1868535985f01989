import type { GroundName } from "../../scripts/demo/names.ts";
import type { SceneLook } from "../../scripts/demo/scenes.ts";
import { backdrops } from "./backdrops.ts";
import {
  blurFilter,
  downGradient,
  frame,
  newCanvas,
  roundGradient,
  type Canvas,
} from "./canvas.ts";
import { frontOf, groundFrom } from "./grounds.ts";
import { rect } from "./paint.ts";

/** The upper edge of the ground in a view, as a share of the height. */
const GROUND_TOP = 0.56;

export function sceneSvg(look: SceneLook) {
  const { width: w, height: h } = look;
  const canvas = newCanvas(w, h, look.time, look.seed);
  const { unit } = canvas;
  if (!look.backdrop)
    return frame(
      canvas,
      groundFrom(canvas, look.ground, -h),
      duskOver(canvas, 0),
      vignette(canvas),
    );
  const top = h * GROUND_TOP;
  const soft = blurFilter(canvas, (look.sharp ? 0.8 : 4.5) * unit);
  const view = backdrops[look.backdrop](canvas, h * (look.sharp ? 0.5 : 0.44));
  const ground = groundFrom(canvas, look.ground, top);
  return frame(
    canvas,
    `<g filter="${soft}">${view}</g>`,
    `<g mask="${meltFrom(canvas, top)}">${ground}${duskOver(canvas, top)}</g>`,
    vignette(canvas),
  );
}

/** Blends the far edge of the ground into the backdrop. */
function meltFrom(canvas: Canvas, top: number) {
  const { width: w, height: h } = canvas;
  const fade = downGradient(
    canvas,
    [
      [0, "#000000"],
      [1, "#ffffff"],
    ],
    [top, top + h * 0.035],
  );
  return canvas.define(
    (id) =>
      `<mask id="${id}" maskUnits="userSpaceOnUse" x="0" y="0" width="${w}" height="${h}">${rect(0, 0, w, h, fade)}</mask>`,
  );
}

/** The ground takes the colour of the light. */
function duskOver(canvas: Canvas, top: number) {
  const { width: w, height: h, light } = canvas;
  const tone = `#${light.tone
    .map((factor) =>
      Math.round(Math.min(1, factor) * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
  return `<g style="mix-blend-mode:multiply">${rect(0, top, w, h - top, tone)}</g>`;
}

const vignette = (canvas: Canvas) =>
  rect(
    0,
    0,
    canvas.width,
    canvas.height,
    roundGradient(
      canvas,
      [
        [0.55, "#120c06", 0],
        [1, "#120c06", 0.36],
      ],
      'cx=".5" cy=".5" r=".76"',
    ),
  );

/** A transparent strip with the things in front of a stone. */
export function frontSvg(ground: GroundName, width: number, height: number) {
  const canvas = newCanvas(width, height, "day", 3);
  canvas.unit = width / 760;
  const front = frontOf(canvas, ground);
  return front && frame(canvas, front);
}
