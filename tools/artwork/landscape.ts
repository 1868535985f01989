import {
  blurFilter,
  frame,
  grain,
  newCanvas,
  roundGradient,
  type Canvas,
} from "./canvas.ts";
import type { TimeOfDay } from "../../scripts/demo/light.ts";
import {
  blurred,
  ellipse,
  fill,
  mix,
  n,
  smooth,
  stroke,
  times,
  type Point,
} from "./paint.ts";
import { pebbleAt, type PebbleLook } from "./pebble.ts";
import { birds, hills, sky, water } from "./terrain.ts";

/** The calm lake of the site's large pictures: sky, hills in mist, water, and painted stones on the shore. */
export function landscapeSvg({
  width,
  height,
  time,
  seed,
  painted,
}: {
  width: number;
  height: number;
  time: TimeOfDay;
  seed: number;
  painted: PebbleLook[];
}) {
  const canvas = newCanvas(width, height, time, seed);
  const tall = height > width;
  const horizon = height * (tall ? 0.6 : 0.62);
  const air = sky(canvas, horizon);
  const flock = birds(
    canvas,
    width * (tall ? 0.12 : 0.16),
    horizon * (tall ? 0.8 : 0.66),
  );
  const ranges = hills(canvas, horizon);
  const lake = water(canvas, horizon, ranges);
  const bank = shore(canvas, painted);
  return frame(canvas, air, flock, ranges, lake, bank, grain(canvas, 0.22));
}

const STONES = [
  "#8f8a80",
  "#a59c8c",
  "#74787a",
  "#b5a893",
  "#6b6660",
  "#8b8f86",
];

/** The places of the painted stones, as shares of the width and of the bank's depth, and their size. */
const WIDE = [
  { x: 0.3, depth: 0.26, size: 1 },
  { x: 0.2, depth: 0.16, size: 0.74 },
  { x: 0.395, depth: 0.36, size: 0.82 },
  { x: 0.64, depth: 0.22, size: 0.7 },
];
const TALL = [
  { x: 0.56, depth: 0.2, size: 1 },
  { x: 0.27, depth: 0.14, size: 0.74 },
  { x: 0.83, depth: 0.16, size: 0.8 },
];

function shore(canvas: Canvas, painted: PebbleLook[]) {
  const { width: w, height: h, unit, light, random } = canvas;
  const tall = h > w;
  const top = h * (tall ? 0.835 : 0.86);
  const edge = (x: number) =>
    top +
    h * (tall ? 0.05 : 0.085) * Math.sin((x / w - 0.08) * 3.1) +
    h * 0.008 * Math.sin((x / w) * 17);
  const dim = light.stars > 100 ? 0.8 : light.stars > 0 ? 0.62 : 0.34;
  const shades = STONES.map((stone) => {
    const colour = mix(stone, light.shore, dim);
    return roundGradient(
      canvas,
      [
        [0, mix(colour, light.glow, 0.5)],
        [0.45, colour],
        [1, mix(colour, "#0d0f0f", 0.62)],
      ],
      'cx=".4" cy=".16" r=".95"',
    );
  });
  const line = times(
    31,
    (i) => `${i ? "L" : "M"}${n((i / 30) * w)} ${n(edge((i / 30) * w))}`,
  ).join("");
  const ground =
    fill(`${line}L${w} ${h}L0 ${h}Z`, mix(light.shore, "#0d0f0f", 0.3)) +
    blurred(
      blurFilter(canvas, 1.6 * unit),
      stroke(line, light.glow, 3 * unit, 0.5),
    );

  const stones = times(tall ? 360 : 680, () => {
    const x = random() * w * 1.04 - w * 0.02;
    const y = edge(x) - h * 0.004 + random() * (h * 1.02 - edge(x));
    const nearness = Math.max(0, (y - top * 0.985) / (h - top));
    const size =
      (5 + 40 * nearness ** 1.35 * (0.45 + random() * 0.85)) *
      unit *
      (tall ? 1.15 : 1);
    return { x, y, size };
  }).sort((a, b) => a.y - b.y);
  const laid = stones.map(({ x, y, size }) => {
    const flat = 0.6 + random() * 0.2;
    const points = times(8, (k): Point => {
      const angle = (k / 8) * 6.283;
      const reach = size * (0.86 + random() * 0.28);
      return [
        x + Math.cos(angle) * reach * 1.25,
        y + Math.sin(angle) * reach * flat,
      ];
    });
    return (
      ellipse(
        x + size * 0.15,
        y + size * 0.5,
        size * 1.3,
        size * 0.55,
        "#080a0a",
        0,
        0.34,
      ) +
      fill(smooth(points), shades[Math.floor(random() * shades.length)] ?? "")
    );
  });
  const places = tall ? TALL : WIDE;
  const gems = places.slice(0, painted.length).map((place, i) => {
    const x = w * place.x;
    return pebbleAt(
      painted[i]!,
      x,
      edge(x) + (h - edge(x)) * place.depth,
      (tall ? 200 : 150) * unit * place.size,
    );
  });
  return ground + laid.join("") + gems.join("") + reeds(canvas);
}

function reeds(canvas: Canvas) {
  const { width: w, height: h, unit, light, random } = canvas;
  return [0, 1]
    .flatMap((side) =>
      times(52, () => {
        const inward = random() ** 1.6 * w * (side ? 0.15 : 0.19);
        const x = side ? w - inward : inward;
        const length = h * (0.04 + random() * 0.12) * (1 - inward / (w * 0.3));
        const bend = (random() - 0.4) * length * 0.8 * (side ? -1 : 1);
        const thick = 6 * unit;
        return fill(
          `M${n(x)} ${h + 6}Q${n(x + bend * 0.2)} ${n(h - length * 0.6)} ${n(x + bend)} ${n(h - length)}Q${n(x + bend * 0.3 + thick * 0.8)} ${n(h - length * 0.5)} ${n(x + thick)} ${h + 6}Z`,
          mix(
            light.near,
            random() > 0.6 ? light.glow : "#0b1413",
            random() * 0.36,
          ),
        );
      }),
    )
    .join("");
}
