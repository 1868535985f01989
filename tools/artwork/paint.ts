import { between, type Random } from "../../scripts/demo/random.ts";

/** The few strokes that every picture is made of: strings of SVG, the same for the same seed. */

export type Point = [x: number, y: number];

export function pick<T>(random: Random, from: readonly [T, ...T[]]): T {
  return from[Math.floor(random() * from.length)] ?? from[0];
}

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** A number as SVG takes it, to a tenth. */
export const n = (value: number) => +value.toFixed(1);

/** Two `#rrggbb` colours mixed; `share` of the second. */
export function mix(first: string, second: string, share: number) {
  const channel = (from: number) =>
    Math.round(
      parseInt(first.slice(from, from + 2), 16) * (1 - share) +
        parseInt(second.slice(from, from + 2), 16) * share,
    )
      .toString(16)
      .padStart(2, "0");
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

export const circle = (
  x: number,
  y: number,
  radius: number,
  colour: string,
  opacity = 1,
) =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${colour}"${seen(opacity)}/>`;

/** `turn` in degrees, clockwise. */
export const ellipse = (
  x: number,
  y: number,
  rx: number,
  ry: number,
  colour: string,
  turn = 0,
  opacity = 1,
) =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${colour}"${turn ? ` transform="rotate(${n(turn)} ${n(x)} ${n(y)})"` : ""}${seen(opacity)}/>`;

export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  colour: string,
  opacity = 1,
) =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${colour}"${seen(opacity)}/>`;

export const fill = (d: string, colour: string, opacity = 1) =>
  `<path d="${d}" fill="${colour}"${seen(opacity)}/>`;

export const stroke = (d: string, colour: string, width: number, opacity = 1) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round"${seen(opacity)}/>`;

const seen = (opacity: number) =>
  opacity === 1 ? "" : ` opacity="${+opacity.toFixed(2)}"`;

export const group = (transform: string, ...parts: string[]) =>
  `<g transform="${transform}">${parts.join("")}</g>`;

export const blurred = (filter: string, ...parts: string[]) =>
  `<g filter="${filter}">${parts.join("")}</g>`;

/** Straight lines from point to point; not closed. */
export const polyline = (points: readonly Point[]) =>
  points.map(([x, y], i) => `${i ? "L" : "M"}${n(x)} ${n(y)}`).join("");

/** A closed smooth line through the points (Catmull-Rom). */
export function smooth(points: readonly Point[]) {
  const at = (i: number) =>
    points[(i + points.length) % points.length] as Point;
  const [x0, y0] = at(0);
  let d = `M${n(x0)} ${n(y0)}`;
  points.forEach((_, i) => {
    const [a, b, c, e] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    d += `C${[
      b[0] + (c[0] - a[0]) / 6,
      b[1] + (c[1] - a[1]) / 6,
      c[0] - (e[0] - b[0]) / 6,
      c[1] - (e[1] - b[1]) / 6,
      c[0],
      c[1],
    ]
      .map(n)
      .join(" ")}`;
  });
  return `${d}Z`;
}

export function star(
  x: number,
  y: number,
  radius: number,
  colour: string,
  turn = 0,
) {
  const points = times(10, (i): Point => {
    const angle = turn + (i * Math.PI) / 5 - Math.PI / 2;
    const reach = i % 2 ? radius * 0.46 : radius;
    return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach];
  });
  const d = `${polyline(points)}Z`;
  return fill(d, colour) + stroke(d, colour, radius * 0.16);
}

/** A leaf or petal that grows from x, y. `turn` is in degrees; 0 points to the right. */
export function leaf(
  x: number,
  y: number,
  length: number,
  width: number,
  turn: number,
  colour: string,
  vein?: string,
) {
  const l = (share: number) => n(length * share);
  const w = n(width);
  let veins = "";
  if (vein) {
    veins = stroke(`M${l(0.1)} 0L${l(0.86)} 0`, vein, 1.1);
    for (const at of [0.32, 0.5, 0.68])
      veins += stroke(
        `M${l(at)} 0l${l(0.11)} ${n(-width * 0.42)}M${l(at)} 0l${l(0.11)} ${n(width * 0.42)}`,
        vein,
        0.8,
      );
  }
  return group(
    `translate(${n(x)} ${n(y)}) rotate(${n(turn)})`,
    fill(
      `M0 0C${l(0.25)} ${-w} ${l(0.75)} ${-w} ${l(1)} 0C${l(0.75)} ${w} ${l(0.25)} ${w} 0 0Z`,
      colour,
    ),
    veins,
  );
}

/** Random dots over an ellipse around 0, 0. */
export const dots = (
  random: Random,
  count: number,
  rx: number,
  ry: number,
  colour: string,
  least: number,
  most: number,
) =>
  times(count, () => {
    const angle = random() * Math.PI * 2;
    const reach = Math.sqrt(random());
    return circle(
      Math.cos(angle) * rx * reach,
      Math.sin(angle) * ry * reach,
      between(random, least, most),
      colour,
    );
  }).join("");
