import countries from "world-atlas/countries-50m.json?raw";
import { boxOf, readLand, type Point, type Polygon } from "./land.ts";
import {
  layOut,
  lookAt,
  placeOf,
  SPAN_MIN,
  type Frame,
  type View,
} from "./lay-out.ts";

/** Draws a rock's journey on a flat map of the world's countries, as outlines for SVG in Web Mercator. */

/** Points of an outline that are closer to each other, in pixels, are left out: in the frame, and beyond it. */
const DETAIL = 0.6;
const COARSE = 24;

type Spot = Parameters<typeof placeOf>[0];

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
  const { lines, places } = layOutStops(stops, isWay);
  const view = lookAt([...lines.flat(), ...places], frame);
  const draw = (points: Point[]) => drawLine(points, view, frame);
  return {
    land: drawLand(view, draw),
    way: lines.map(draw).join(""),
    places: places.map(view.place),
  };
}

/** How much wider than high the part of the map is that a journey crosses. 1 for a single place. */
export function shapeOfJourney(stops: Spot[], isWay: boolean): number {
  const { lines, places } = layOutStops(stops, isWay);
  const { west, east, north, south } = boxOf([...lines.flat(), ...places]);
  const span = (degrees: number) => Math.max(degrees, SPAN_MIN);
  return span(east - west) / span(south - north);
}

const layOutStops = (stops: Spot[], isWay: boolean) =>
  isWay ? layOut(stops) : { lines: [], places: stops.map(placeOf) };

let polygons: Polygon[] | undefined;

function drawLand(view: View, draw: (points: Point[]) => string) {
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
        .map((ring) => `${draw(ring.map(([x, y]) => [x + turn * 360, y]))}Z`)
        .join(""),
    );
  });
  return outlines.join("");
}

function drawLine(points: Point[], view: View, frame: Frame) {
  let drawn = "";
  let before: Point | undefined;
  for (const [index, point] of points.entries()) {
    const [x, y] = view.place(point);
    const detail = isNearFrame(x, y, frame) ? DETAIL : COARSE;
    const isClose = before && Math.hypot(x - before[0], y - before[1]) < detail;
    if (isClose && index < points.length - 1) continue;
    drawn += `${before ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`;
    before = [x, y];
  }
  return drawn;
}

const isNearFrame = (x: number, y: number, frame: Frame) =>
  x > frame.x - COARSE &&
  x < frame.x + frame.width + COARSE &&
  y > frame.y - COARSE &&
  y < frame.y + frame.height + COARSE;
