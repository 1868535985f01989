import { positionOf } from "../great-circle.ts";
import type { Spot } from "../precision.ts";
import { drawWay, fitMap, shapeOf, type Frame } from "./fit-map.ts";
import { drawLand } from "./land.ts";

/** Draws a rock's journey on a flat map of the world's countries, as outlines for SVG. */

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
  const { view, inFrame } = fitMap(shape, frame);
  return {
    land: drawLand(view, frame),
    way: drawWay(shape, inFrame),
    places: stops.map((stop) => inFrame(positionOf(stop))!),
  };
}
