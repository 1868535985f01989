import countries from "world-atlas/countries-50m.json?raw";
import { drawLeg, unroll } from "../great-circle.ts";
import {
  boxOf,
  project,
  readLand,
  type Box,
  type Point,
  type Polygon,
} from "./land.ts";

/** Lays a rock's journey out on a flat map of the world's countries, as outlines for SVG in Web Mercator. */

/** The map is at least this many degrees wide, even if the stops are close together. */
const SPAN_MIN = 26;
/** Pixels between the journey and the frame. */
const MARGIN = 36;
/** Points of an outline that are closer to each other, in pixels, are left out: in the frame, and beyond it. */
const DETAIL = 0.6;
const COARSE = 24;

export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Degrees, WGS 84. */
interface Spot {
  latitude: number;
  longitude: number;
}

export interface JourneyMap {
  /** Outlines of the countries, for the `d` of a path that is filled by `evenodd`. */
  land: string;
  /** The journey from stop to stop, for the `d` of a path. */
  way: string;
  /** The stops, in the frame's pixels. */
  places: Point[];
}

/** @param isWay whether the stops are one rock's, so that a way leads from each to the next */
export function mapJourney(
  stops: Spot[],
  isWay: boolean,
  frame: Frame,
): JourneyMap {
  const { lines, places } = layOut(stops, isWay);
  const view = lookAt([...lines.flat(), ...places], frame);
  return {
    land: drawLand(view),
    way: lines.map((line) => drawLine(line, view)).join(""),
    places: places.map(view.place),
  };
}

/** How much wider than high the part of the map is that a journey crosses. 1 for a single place. */
export function shapeOfJourney(stops: Spot[], isWay: boolean): number {
  const { lines, places } = layOut(stops, isWay);
  const { west, east, north, south } = boxOf([...lines.flat(), ...places]);
  const span = (degrees: number) => Math.max(degrees, SPAN_MIN);
  return span(east - west) / span(south - north);
}

const placeOf = ({ latitude, longitude }: Spot) =>
  project([longitude, latitude]);

/** Lays the journey out as one line, even across the date line, unless it goes around the Earth. */
function layOut(stops: Spot[], isWay: boolean) {
  if (!isWay) return { lines: [], places: stops.map(placeOf) };
  const legs = stops
    .slice(1)
    .map((stop, index) => drawLeg(stops[index]!, stop));
  const points = legs.flat(2);
  const longitudes = unroll(points.map(([, longitude]) => longitude));
  const way = points.map(([latitude], index) =>
    project([longitudes[index]!, latitude]),
  );
  const { west, east } = boxOf(way);
  if (way.length === 0 || east - west > 360)
    return {
      lines: legs
        .flat()
        .map((line) => line.map(([lat, lon]) => project([lon, lat]))),
      places: stops.map(placeOf),
    };
  const places = [way[0]!];
  let end = 0;
  for (const leg of legs) {
    end += leg.flat().length;
    places.push(way[end - 1]!);
  }
  return { lines: [way], places };
}

// ── The visible part of the world ──────────────────────────────────────────────────────────────────

interface View extends Box {
  /** Pixels per degree. */
  scale: number;
  place: (point: Point) => Point;
  /** How far apart points of an outline are around this one, in pixels. */
  detailAt: (placed: Point) => number;
}

function lookAt(points: Point[], frame: Frame): View {
  const world: Box = { west: -170, east: 190, north: -100, south: 60 };
  const box = points.length > 0 ? boxOf(points) : world;
  const scale = Math.min(
    frame.width / SPAN_MIN,
    (frame.width - 2 * MARGIN) / (box.east - box.west),
    (frame.height - 2 * MARGIN) / (box.south - box.north),
  );
  const middle = [
    (box.west + box.east) / 2,
    (box.north + box.south) / 2,
  ] as const;
  const across = frame.width / scale / 2;
  const down = frame.height / scale / 2;
  return {
    scale,
    west: middle[0] - across,
    east: middle[0] + across,
    north: middle[1] - down,
    south: middle[1] + down,
    place: ([x, y]) => [
      frame.x + (x - middle[0] + across) * scale,
      frame.y + (y - middle[1] + down) * scale,
    ],
    detailAt: ([x, y]) =>
      x > frame.x - COARSE &&
      x < frame.x + frame.width + COARSE &&
      y > frame.y - COARSE &&
      y < frame.y + frame.height + COARSE
        ? DETAIL
        : COARSE,
  };
}

// ── Land ───────────────────────────────────────────────────────────────────────────────────────

let polygons: Polygon[] | undefined;

function drawLand(view: View) {
  polygons ??= readLand(countries);
  const outlines = polygons.flatMap(({ rings, box }) => {
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
  return outlines.join("");
}

function drawLine(points: Point[], view: View) {
  let drawn = "";
  let before: Point | undefined;
  for (const [index, point] of points.entries()) {
    const placed = view.place(point);
    const [x, y] = placed;
    const isNear =
      before &&
      Math.hypot(x - before[0], y - before[1]) < view.detailAt(placed);
    if (isNear && index < points.length - 1) continue;
    drawn += `${before ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`;
    before = placed;
  }
  return drawn;
}
