import {
  lights,
  type Light,
  type TimeOfDay,
} from "../../scripts/demo/light.ts";
import { randomFrom, type Random } from "../../scripts/demo/random.ts";
import { n } from "./paint.ts";

/** A picture while it is drawn: its size, its light, its random numbers, and the definitions that its parts refer to. */
export interface Canvas {
  width: number;
  height: number;
  /** A thousandth of the shorter side. */
  unit: number;
  light: Light;
  random: Random;
  /** Adds a definition under a new id. Returns the `url(#…)` of it. */
  define(make: (id: string) => string): string;
  defs(): string;
}

let canvases = 0;

export function newCanvas(
  width: number,
  height: number,
  time: TimeOfDay,
  seed: number,
): Canvas {
  const prefix = `c${canvases++}`;
  const defs: string[] = [];
  return {
    width,
    height,
    unit: Math.min(width, height) / 1000,
    light: lights[time],
    random: randomFrom(seed * 31 + 5),
    define(make) {
      const id = `${prefix}d${defs.length}`;
      defs.push(make(id));
      return `url(#${id})`;
    },
    defs: () => defs.join("\n"),
  };
}

/** Standard deviations in pixels. */
export const blurFilter = (canvas: Canvas, across: number, down = across) =>
  canvas.define(
    (id) =>
      `<filter id="${id}" x="-20%" y="-60%" width="140%" height="220%"><feGaussianBlur stdDeviation="${n(across)} ${n(down)}"/></filter>`,
  );

/** A gradient from top to bottom. `range` is in pixels; without it, the gradient covers the painted shape. */
export const downGradient = (
  canvas: Canvas,
  stops: readonly (readonly [at: number, colour: string, opacity?: number])[],
  range?: readonly [top: number, bottom: number],
) =>
  canvas.define(
    (id) =>
      `<linearGradient id="${id}" x1="0" x2="0" ${
        range
          ? `gradientUnits="userSpaceOnUse" y1="${n(range[0])}" y2="${n(range[1])}"`
          : `y1="0" y2="1"`
      }>${stopsOf(stops)}</linearGradient>`,
  );

export const roundGradient = (
  canvas: Canvas,
  stops: readonly (readonly [at: number, colour: string, opacity?: number])[],
  place = "",
) =>
  canvas.define(
    (id) =>
      `<radialGradient id="${id}" ${place}>${stopsOf(stops)}</radialGradient>`,
  );

const stopsOf = (
  stops: readonly (readonly [at: number, colour: string, opacity?: number])[],
) =>
  stops
    .map(
      ([at, colour, opacity]) =>
        `<stop offset="${at}" stop-color="${colour}"${opacity === undefined ? "" : ` stop-opacity="${opacity}"`}/>`,
    )
    .join("");

/** A grey surface of hills and hollows, lit from the upper left. Multiply it onto a colour. */
export const reliefFilter = (
  canvas: Canvas,
  frequency: string,
  height: number,
  seed: number,
  octaves = 4,
) =>
  canvas.define(
    (id) =>
      `<filter id="${id}" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="${octaves}" seed="${seed % 97}" result="n"/><feColorMatrix in="n" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0 0 0 0"/><feDiffuseLighting surfaceScale="${height}" diffuseConstant="1.12" lighting-color="#fff"><feDistantLight azimuth="232" elevation="58"/></feDiffuseLighting></filter>`,
  );

/** Film grain over everything, so that smooth skies don't band. */
export function grain(canvas: Canvas, opacity: number) {
  const filter = canvas.define(
    (id) =>
      `<filter id="${id}" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".85" numOctaves="2" seed="9"/><feColorMatrix values=".33 .33 .33 0 0 .33 .33 .33 0 0 .33 .33 .33 0 0 0 0 0 0 1"/></filter>`,
  );
  return `<rect width="${canvas.width}" height="${canvas.height}" filter="${filter}" style="mix-blend-mode:soft-light" opacity="${opacity}"/>`;
}

export const frame = (canvas: Canvas, ...parts: string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${canvas.width}" height="${canvas.height}" viewBox="0 0 ${canvas.width} ${canvas.height}"><defs>${canvas.defs()}</defs><g style="isolation:isolate">${parts.join("\n")}</g></svg>`;
