import {
  blurFilter,
  downGradient,
  roundGradient,
  type Canvas,
} from "./canvas.ts";
import { between } from "../../scripts/demo/random.ts";
import {
  blurred,
  circle,
  ellipse,
  fill,
  mix,
  n,
  polyline,
  rect,
  stroke,
  times,
  type Point,
} from "./paint.ts";

/** Sky, land and water: the parts of a view. Heights are in pixels from the top. */

/** The sky down to the horizon, with its sun or moon, stars, clouds and birds. */
export function sky(canvas: Canvas, horizon: number) {
  const { width: w, height: h, unit, light, random } = canvas;
  const tall = h > w;
  const colours = downGradient(
    canvas,
    light.sky.map((colour, i) => [light.skyStops[i] ?? 1, colour] as const),
  );
  const high = light.sun.y < 0.5;
  const x = w * light.sun.x;
  const y = high
    ? horizon * (tall ? 0.16 : light.sun.y)
    : horizon * (tall ? 0.97 : light.sun.y) - h * 0.05;
  const radius = (light.stars > 100 ? 26 : 30) * unit;
  const halo = roundGradient(canvas, [
    [0, light.glow, 0.85],
    [0.25, light.glow, 0.36],
    [1, light.glow, 0],
  ]);
  const stars = times(light.stars, () =>
    circle(
      random() * w,
      random() ** 1.5 * horizon * 0.72,
      (0.5 + random() * random() * 1.8) * Math.max(1, unit),
      "#fff8e6",
      between(random, 0.25, 0.95),
    ),
  );
  const clouds = times(9, () => {
    const cx = random() * w;
    const cy = horizon * between(random, 0.12, 0.74);
    const length = w * between(random, 0.1, 0.32);
    return times(5, () =>
      ellipse(
        cx + (random() - 0.5) * length,
        cy + (random() - 0.5) * h * 0.018,
        length * between(random, 0.25, 0.7),
        h * between(random, 0.003, 0.011),
        random() > 0.4 ? light.mist : "#ffffff",
        0,
        between(random, 0.12, 0.34),
      ),
    ).join("");
  });
  return (
    rect(0, 0, w, horizon + 2, colours) +
    stars.join("") +
    circle(x, y, radius * 11, halo) +
    circle(x, y, radius, light.sun.colour) +
    `<g filter="${blurFilter(canvas, 9 * unit, 2.6 * unit)}"${light.stars > 100 ? ' opacity=".35"' : ""}>${clouds.join("")}</g>`
  );
}

export function birds(canvas: Canvas, x: number, y: number) {
  const { unit, random, light } = canvas;
  const d = times(5, (i) => {
    const s = between(random, 5, 9) * unit;
    const left = x + (i * 26 + random() * 20) * unit;
    const top = y + (random() * 26 - i * 9) * unit;
    return `M${n(left)} ${n(top)}q${n(s)} ${n(-s * 0.7)} ${n(s * 2)} ${n(s * 0.5)}q${n(s)} ${n(-s * 1.2)} ${n(s * 2)} ${n(-s * 0.5)}`;
  }).join("");
  return stroke(d, light.near, 1.7 * unit, 0.55);
}

/** A skyline of hills from edge to edge; rough ones are rocky. */
export function ridge(
  canvas: Canvas,
  base: number,
  height: number,
  roughness: number,
  steps = 90,
): Point[] {
  const { width, random } = canvas;
  const phases = times(3, () => random() * 6.28);
  const stretch = width / 1000;
  let jag = 0;
  return times(steps + 1, (i): Point => {
    const x = i / steps;
    jag = jag * 0.6 + (random() - 0.5) * roughness;
    const wave = [3.1, 6.7, 13].reduce(
      (sum, frequency, k) =>
        sum +
        Math.sin(x * frequency * stretch + (phases[k] ?? 0)) *
          ([0.5, 0.28, 0.12][k] ?? 0),
      jag,
    );
    return [x * (width + 40) - 20, base - height * (0.5 + 0.5 * wave)];
  });
}

/** Fills from a skyline down to a level. */
export const land = (
  canvas: Canvas,
  line: Point[],
  down: number,
  colour: string,
) =>
  fill(
    `${polyline(line)}L${canvas.width + 20} ${n(down)}L-20 ${n(down)}Z`,
    colour,
  );

/** The outline of a fir whose foot is at x, y. */
function fir(x: number, y: number, size: number) {
  const half = size * 0.24;
  let right = `M${n(x)} ${n(y - size)}`;
  let left = "";
  for (let tier = 1; tier <= 4; tier++) {
    const level = y - size + (size * tier) / 4;
    const reach = (half * tier) / 4;
    const notch = `${n(level - size * 0.02)}`;
    right += `L${n(x + reach)} ${n(level)}L${n(x + reach * 0.45)} ${notch}`;
    left = `L${n(x - reach * 0.45)} ${notch}L${n(x - reach)} ${n(level)}${left}`;
  }
  return `${right}${left}Z`;
}

/** Firs along a skyline, in groups with gaps; `density` is 0 to 1. */
export function firs(
  canvas: Canvas,
  line: Point[],
  size: number,
  density: number,
  colour: string,
) {
  const { random } = canvas;
  const phase = random() * 6;
  let d = "";
  line.forEach(([x, y], i) => {
    const [nextX, nextY] = line[i + 1] ?? [x, y];
    const places = Math.ceil((nextX - x) / (size * 0.22));
    for (let k = 0; k < places; k++) {
      const along = k / places;
      const px = x + (nextX - x) * along;
      const stand = 0.5 + 0.5 * Math.sin(px / (size * 5) + phase);
      if (random() > density * (0.25 + stand)) continue;
      d += fir(
        px + random() * size * 0.12,
        y + (nextY - y) * along + size * 0.12,
        size * (0.4 + random() * 0.45 + stand * 0.35),
      );
    }
  });
  return fill(d, colour);
}

/** Ranges of hills from far and pale to near and dark, with mist between, and firs on the near ones. */
export function hills(canvas: Canvas, horizon: number) {
  const { width: w, height: h, unit, light, random } = canvas;
  const mist = blurFilter(canvas, 30 * unit, 9 * unit);
  const ranges = [
    { height: 0.27, roughness: 0.42, steps: 90, trees: 0 },
    { height: 0.19, roughness: 0.3, steps: 90, trees: 0 },
    { height: 0.125, roughness: 0.06, steps: 60, trees: 17 },
    { height: 0.075, roughness: 0.05, steps: 60, trees: 28 },
    { height: 0.034, roughness: 0.04, steps: 50, trees: 46 },
  ];
  return ranges
    .map(({ height, roughness, steps, trees }, i) => {
      const nearness = i / (ranges.length - 1);
      const colour = mix(light.far, light.near, nearness ** 0.8);
      // A narrow picture has room for fewer peaks.
      const peaks = Math.round(steps * Math.min(1, w / h));
      const line = ridge(canvas, horizon, h * height, roughness, peaks);
      // The land opens in one bay, which lets the light through.
      const bay = light.sun.x + (i % 2 ? 0.12 : -0.1);
      for (const point of line) {
        const away = (point[0] / w - bay) / 0.2;
        point[1] +=
          h * height * 0.75 * Math.exp(-away * away) * (i > 0 ? 1 : 0.55);
        point[1] = Math.min(point[1], horizon + 1);
      }
      const shade = downGradient(
        canvas,
        [
          [0, colour],
          [1, mix(colour, light.mist, 0.62 - nearness * 0.34)],
        ],
        [horizon - h * height, horizon],
      );
      const wood =
        trees > 0
          ? firs(
              canvas,
              line,
              trees * unit * 1.35,
              i === 4 ? 0.85 : 0.7,
              i === 4 ? light.near : mix(colour, light.near, 0.25),
            )
          : "";
      const veil =
        i < 4
          ? blurred(
              mist,
              ellipse(
                w * between(random, 0.2, 0.8),
                horizon - h * 0.012 * (4 - i),
                w * 0.5,
                h * 0.018,
                light.mist,
                0,
                0.5 - i * 0.1,
              ),
            )
          : "";
      return land(canvas, line, horizon + 2, shade) + wood + veil;
    })
    .join("");
}

/** Water from the horizon down. It mirrors what is behind it. */
export function water(canvas: Canvas, horizon: number, mirrored: string) {
  const { width: w, height: h, unit, light, random } = canvas;
  const depth = h - horizon;
  const colours = downGradient(
    canvas,
    [
      [0, light.water[0]],
      [0.42, light.water[1]],
      [1, light.water[2]],
    ],
    [horizon, h],
  );
  const ripple = canvas.define(
    (id) =>
      `<filter id="${id}" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="${(0.005 / unit).toFixed(4)} ${(0.11 / unit).toFixed(3)}" numOctaves="2" seed="4" result="n"/><feDisplacementMap in="SourceGraphic" in2="n" scale="${n(26 * unit)}" xChannelSelector="R" yChannelSelector="A"/><feGaussianBlur stdDeviation="${n(2.6 * unit)} ${n(1.8 * unit)}"/></filter>`,
  );
  const surface = canvas.define(
    (id) =>
      `<clipPath id="${id}"><rect y="${n(horizon)}" width="${w}" height="${n(depth)}"/></clipPath>`,
  );
  const path = times(130, () => {
    const near = random();
    const spread = (14 + near * 120) * unit;
    const length = (6 + random() * 34 * (0.3 + near)) * unit;
    const x = light.sun.x * w + (random() + random() - 1) * spread * 1.6;
    return rect(
      x - length / 2,
      horizon + 4 + near * near * depth * 0.62,
      length,
      (0.8 + near * 2.4) * unit,
      light.glow,
      (0.75 - near * 0.5) * between(random, 0.4, 1),
    );
  });
  const ripples = times(90, () => {
    const near = random();
    return ellipse(
      random() * w,
      horizon + 6 + near * depth * 0.72,
      (20 + random() * 95 * near) * unit,
      (0.5 + near * 1.1) * unit,
      random() > 0.3 ? light.glow : light.near,
      0,
      between(random, 0.05, 0.2),
    );
  });
  return `${rect(0, horizon, w, depth, colours)}<g clip-path="${surface}"><g filter="${ripple}" opacity=".6">${rect(0, horizon, w, depth, colours, 0.01)}<g transform="translate(0 ${n(2 * horizon)}) scale(1 -1)">${mirrored}</g></g>${blurred(blurFilter(canvas, 1.6 * unit), rect(0, horizon, w, h * 0.01, light.mist, 0.5))}${path.join("")}${ripples.join("")}</g>`;
}
