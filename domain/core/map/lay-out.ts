import { drawLeg, unroll } from "../great-circle.ts";
import { boxOf, project, type Box, type Point } from "./land.ts";

/** Where a journey's lines and stops are on a flat map, and which part of the world the map shows. */

/** Degrees, WGS 84. */
interface Spot {
  latitude: number;
  longitude: number;
}

/** Pixels of a picture. */
export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The map is at least this many degrees wide, even if the stops are close together. */
export const SPAN_MIN = 26;
/** Pixels between the journey and the frame. */
const MARGIN = 36;

export const placeOf = ({ latitude, longitude }: Spot) =>
  project([longitude, latitude]);

/** Lays the journey out as one line, even across the date line, unless it goes around the Earth. */
export function layOut(stops: Spot[]): { lines: Point[][]; places: Point[] } {
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

/** The visible part of the world. */
export interface View extends Box {
  /** Pixels per degree. */
  scale: number;
  place: (point: Point) => Point;
}

/** Shows all points, or the whole world if there are none. */
export function lookAt(points: Point[], frame: Frame): View {
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
  };
}
