import { geoMercator, geoPath, type GeoProjection } from "d3-geo";
import { drawLeg, positionOf } from "../great-circle.ts";
import type { Spot } from "../precision.ts";
import { middleOf } from "./date-line.ts";
import { drawLand, type Frame } from "./land.ts";

/**
 * Draws a rock's journey on a flat map of the world's countries, as outlines for SVG. The map is Web Mercator, and
 * continuous around the journey's middle.
 */

/** The map shows at least this many degrees, even if the stops are close together. */
const SPAN_MIN = 26;
/** Pixels between the journey and the frame. */
const MARGIN = 36;
const DEGREES = 180 / Math.PI;

type Positions = [longitude: number, latitude: number][];
type Shape =
  | { type: "LineString"; coordinates: Positions }
  | { type: "MultiPoint"; coordinates: Positions };

/** @param isWay whether they are one rock's, so that a way leads from each to the next */
export const shapeOf = (stops: Spot[], isWay: boolean): Shape => ({
  type: isWay && stops.length > 1 ? "LineString" : "MultiPoint",
  coordinates: stops.map(positionOf),
});

/** Draws a way along great circles, for the `d` of a path. Empty if no way leads from stop to stop. */
export const drawWay = (shape: Shape, projection: GeoProjection) =>
  shape.type === "LineString"
    ? (geoPath(projection).digits(1)(shape) ?? "")
    : "";

/** Longitude of the middle of the whole world's map: the edge is in the Bering Strait. */
const WORLD_MIDDLE = 10;
const WORLD: Shape = {
  type: "MultiPoint",
  coordinates: [
    [-169.9, 70.3],
    [189.9, -50.3],
  ],
};

const project = (middle: number) =>
  geoMercator()
    .scale(DEGREES)
    .rotate([-middle, 0])
    .translate([middle, 0])
    .precision(0.02);

function middleOfShape({ type, coordinates }: Shape) {
  const spots = coordinates.map(([longitude, latitude]) => ({
    latitude,
    longitude,
  }));
  const legs = type === "LineString" ? spots.slice(1) : [];
  return middleOf(
    spots.map(({ longitude }) => longitude),
    legs
      .flatMap((to, index) => drawLeg(spots[index]!, to).flat())
      .map(([, longitude]) => longitude),
  );
}

function boxOf(shape: Shape) {
  const isEmpty = shape.coordinates.length === 0;
  const middle = isEmpty ? WORLD_MIDDLE : middleOfShape(shape);
  const inDegrees = project(middle);
  const [[left, top], [right, bottom]] = geoPath(inDegrees).bounds(
    isEmpty ? WORLD : shape,
  );
  return {
    middle,
    left,
    top,
    width: right - left,
    height: bottom - top,
  };
}

/** A shape's width on the map, divided by its height. 1 for a single place. */
export function aspectOf(shape: Shape) {
  const { width, height } = boxOf(shape);
  return Math.max(width, SPAN_MIN) / Math.max(height, SPAN_MIN);
}

export function fitMap(shape: Shape, frame: Frame) {
  const box = boxOf(shape);
  const scale = Math.min(
    frame.width / SPAN_MIN,
    (frame.width - 2 * MARGIN) / box.width,
    (frame.height - 2 * MARGIN) / box.height,
  );
  const [width, height] = [frame.width / scale, frame.height / scale];
  const view = {
    x: box.left + (box.width - width) / 2,
    y: box.top + (box.height - height) / 2,
    width,
    height,
  };
  return {
    view,
    /** Projects to the pixels of the frame that shows the view. */
    inFrame: project(box.middle)
      .scale(DEGREES * scale)
      .translate([
        frame.x + (box.middle - view.x) * scale,
        frame.y - view.y * scale,
      ])
      .precision(0.5),
  };
}

/**
 * @param isWay whether the stops are one rock's, so that a way leads from each to the next
 * @returns land (filled by `evenodd`) and way for the `d` of a path, and the stops in the frame's pixels
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
