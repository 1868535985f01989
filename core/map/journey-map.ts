import { geoPath } from "d3-geo";
import { positionOf } from "../great-circle.ts";
import type { Spot } from "../precision.ts";
import {
  drawWay,
  fitMap,
  shapeOf,
  type FittedMap,
  type Frame,
} from "./fit-map.ts";
import { listCountries, withoutDetail } from "./land.ts";

/** Draws a rock's journey on a flat map of the world's countries, as outlines for SVG. */

/** Pixels. */
const DETAIL = 0.6;
/** The distance that the land reaches beyond the frame, so that nobody sees its edge. */
const BEYOND = 24;

export interface JourneyMap {
  /** Outlines of the countries, for the `d` of a path that is filled by `evenodd`. */
  land: string;
  /** The journey from stop to stop, for the `d` of a path. */
  way: string;
  /** The stops, in the frame's pixels. */
  places: [x: number, y: number][];
}

/** @param isWay whether the stops are one rock's, so that a way leads from each to the next */
export function mapJourney(
  stops: Spot[],
  isWay: boolean,
  frame: Frame,
): JourneyMap {
  const shape = shapeOf(stops, isWay);
  const map = fitMap(shape, frame);
  return {
    land: drawLand(map, frame),
    way: drawWay(shape, map.inFrame),
    places: stops.map((stop) => map.inFrame(positionOf(stop))!),
  };
}

function drawLand({ view, inDegrees, inFrame }: FittedMap, frame: Frame) {
  const [, north] = inDegrees.invert!([view.x, view.y])!;
  const [, south] = inDegrees.invert!([view.x, view.y + view.height])!;
  const land = listCountries({
    west: view.x,
    east: view.x + view.width,
    south,
    north,
  });
  const [x, y] = inFrame.translate();
  const world = inFrame.scale() * 2 * Math.PI;
  inFrame.clipExtent([
    [frame.x - BEYOND, frame.y - BEYOND],
    [frame.x + frame.width + BEYOND, frame.y + frame.height + BEYOND],
  ]);
  const draw = geoPath(withoutDetail(inFrame, DETAIL)).digits(1);
  // The map of a very long journey may show more than one world.
  const turns = world < frame.width ? [-1, 0, 1] : [0];
  const outlines = turns.flatMap((turn) => {
    inFrame.translate([x + turn * world, y]);
    return land.map((polygon) => draw(polygon) ?? "");
  });
  inFrame.translate([x, y]).clipExtent(null);
  return outlines.join("");
}
