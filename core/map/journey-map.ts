import { positionOf } from "../great-circle.ts";
import type { Spot } from "../precision.ts";
import { drawWay, fitMap, shapeOf, type Frame } from "./fit-map.ts";
import { drawLand } from "./land.ts";

/** Draws a rock's journey on a flat map of the world's countries, as outlines for SVG. */

/**
 * @param isWay whether the stops are one rock's, so that a way leads from each to the next
 * @returns outlines of the countries and the way, each for the `d` of a path (the land's is filled by `evenodd`), and
 *   the stops in the frame's pixels
 */
export function mapJourney(stops: Spot[], isWay: boolean, frame: Frame) {
  const shape = shapeOf(stops, isWay);
  const { view, inFrame } = fitMap(shape, frame);
  return {
    land: drawLand(view, frame),
    way: drawWay(shape, inFrame),
    places: stops.map((stop) => inFrame(positionOf(stop))!),
  };
}
