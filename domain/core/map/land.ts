import { feature } from "topojson-client";
import { unroll } from "../great-circle.ts";

type Topology = Parameters<typeof feature>[0];
type Countries = Extract<
  Parameters<typeof feature>[1],
  { type: "GeometryCollection" }
>;

/** The world's countries on a flat map: Web Mercator, in degrees. */

/** `x` in degrees east, `y` in units of the same length south. */
export type Point = readonly [x: number, y: number];
export type Box = Record<"west" | "east" | "north" | "south", number>;

export interface Polygon {
  rings: Point[][];
  box: Box;
}

/** Web Mercator ends at this latitude, which makes its map a square. */
const LATITUDE_MAX = 85.0511;

export function project([longitude, latitude]: number[]): Point {
  const bounded = Math.max(-LATITUDE_MAX, Math.min(LATITUDE_MAX, latitude!));
  const turn = Math.PI / 4 + (bounded * Math.PI) / 360;
  return [longitude!, (-Math.log(Math.tan(turn)) * 180) / Math.PI];
}

export function boxOf(points: Point[]): Box {
  const box = {
    west: Infinity,
    east: -Infinity,
    north: Infinity,
    south: -Infinity,
  };
  for (const [x, y] of points) {
    box.west = Math.min(box.west, x);
    box.east = Math.max(box.east, x);
    box.north = Math.min(box.north, y);
    box.south = Math.max(box.south, y);
  }
  return box;
}

/** @param atlas the content of a file of `world-atlas` with countries */
export function readLand(atlas: string): Polygon[] {
  const topology = JSON.parse(atlas) as Topology;
  const { features } = feature(
    topology,
    topology.objects.countries as Countries,
  );
  return features.flatMap(({ geometry }) => {
    const polygons =
      geometry.type === "Polygon"
        ? [geometry.coordinates]
        : geometry.type === "MultiPolygon"
          ? geometry.coordinates
          : [];
    return polygons.map((polygon) => {
      const rings = polygon.map(layFlat);
      return { rings, box: boxOf(rings[0]!) };
    });
  });
}

/** Projects a ring without a jump at the date line. A ring around the South Pole is closed below the map. */
function layFlat(ring: number[][]): Point[] {
  const longitudes = unroll(ring.map(([longitude]) => longitude!));
  const points = ring.map(([, latitude], index) => [
    longitudes[index]!,
    latitude!,
  ]);
  const first = longitudes[0]!;
  const last = longitudes.at(-1)!;
  if (Math.abs(last - first) > 180) points.push([last, -90], [first, -90]);
  return points.map(project);
}

/**
 * Draws land as outlines for SVG paths, on the square of the whole world. Land that crosses the date line is drawn at
 * both edges.
 * @param steps per degree; islands that are smaller than a step are left out
 */
export const drawOutlines = (polygons: Polygon[], steps: number): string[] =>
  polygons.flatMap(({ rings, box }) =>
    [-360, 0, 360]
      .filter((turn) => box.west + turn < 180 && box.east + turn > -180)
      .map((turn) => rings.map((ring) => drawRing(ring, turn, steps)).join(""))
      .filter((outline) => outline !== ""),
  );

function drawRing(ring: Point[], turn: number, steps: number) {
  const [start, ...rest] = ring.map(([x, y]) => [
    Math.round((x + 180 + turn) * steps),
    Math.round((y + 180) * steps),
  ]) as [x: number, y: number][];
  let [atX, atY] = start!;
  const moves = rest.flatMap(([x, y]) => {
    const move = `${x - atX} ${y - atY}`;
    [atX, atY] = [x, y];
    return move === "0 0" ? [] : [move];
  });
  return moves.length < 3
    ? ""
    : `M${start!.join(" ")}l${moves.join(" ")}z`.replace(/ -/g, "-");
}
