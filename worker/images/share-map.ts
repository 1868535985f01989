import countries from "world-atlas/countries-50m.json?raw";
import type { ShareCard } from "#domain/jobs/catalogue.ts";
import {
  layOut,
  lookAt,
  placeOf,
  type Frame,
  type View,
} from "#domain/core/map/lay-out.ts";
import { readLand, type Point, type Polygon } from "#domain/core/map/land.ts";

/** Draws the world's countries and a rock's journey over them, as SVG in Web Mercator. */

export const seaColour = "#dbe6e4";
const LAND = "#f1ede2";
const BORDER = "#cdd6d0";
const ROUTE = "#8a3b1d";
const LAST = "#eeb45c";
const RING = "#fffefb";

/** Points of an outline that are closer to each other, in pixels, are left out. */
const DETAIL = 0.6;

export function drawMap(
  { stops, isWay }: Pick<ShareCard, "stops" | "isWay">,
  frame: Frame,
) {
  const { lines, places } = isWay
    ? layOut(stops)
    : { lines: [], places: stops.map(placeOf) };
  const view = lookAt([...lines.flat(), ...places], frame);
  return drawLand(view) + drawJourney(lines, places, view);
}

// ── Land ───────────────────────────────────────────────────────────────────────────────────────

let land: Polygon[] | undefined;

function drawLand(view: View) {
  land ??= readLand(countries);
  const outlines = land.flatMap(({ rings, box }) => {
    if (box.south < view.north || box.north > view.south) return [];
    const first = Math.ceil((view.west - box.east) / 360);
    const last = Math.floor((view.east - box.west) / 360);
    const turns = Array.from(
      { length: Math.max(0, last - first + 1) },
      (_, n) => first + n,
    );
    return turns.map((turn) =>
      rings
        .map(
          (ring) =>
            `${drawLine(
              ring.map(([x, y]) => [x + turn * 360, y]),
              view,
            )}Z`,
        )
        .join(""),
    );
  });
  return `<path fill="${LAND}" fill-rule="evenodd" stroke="${BORDER}" stroke-width="1" d="${outlines.join("")}"/>`;
}

function drawLine(points: Point[], view: View) {
  let drawn = "";
  let before: Point | undefined;
  for (const [index, point] of points.entries()) {
    const [x, y] = view.place(point);
    const isNear = before && Math.hypot(x - before[0], y - before[1]) < DETAIL;
    if (isNear && index < points.length - 1) continue;
    drawn += `${before ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`;
    before = [x, y];
  }
  return drawn;
}

// ── The journey ────────────────────────────────────────────────────────────────────────────────────

/** From this many stops on, lines and dots are thin. */
const MANY = 40;
const strong = { line: 4, edge: 7, dot: 6.5, ring: 2 };
const fine = { line: 1.5, edge: 0, dot: 2.5, ring: 0.5 };

function drawJourney(lines: Point[][], places: Point[], view: View) {
  const pen = places.length < MANY ? strong : fine;
  const way = lines.map((line) => drawLine(line, view)).join("");
  const stroke = (colour: string, width: number) =>
    `<path fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" d="${way}"/>`;
  const dot = (point: Point, radius: number, look: string) => {
    const [x, y] = view.place(point);
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius}" ${look}/>`;
  };
  const passed = places
    .slice(0, -1)
    .map((place) =>
      dot(
        place,
        pen.dot,
        `fill="${ROUTE}" stroke="${RING}" stroke-width="${pen.ring}"`,
      ),
    );
  const last = places
    .slice(-1)
    .map((place) =>
      dot(place, 10, `fill="${LAST}" stroke="${ROUTE}" stroke-width="4"`),
    );
  return [
    stroke(RING, pen.edge),
    stroke(ROUTE, pen.line),
    ...passed,
    ...last,
  ].join("");
}
