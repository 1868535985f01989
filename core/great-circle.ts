import {
  geoDistance,
  geoEquirectangular,
  geoInterpolate,
  geoStream,
} from "d3-geo";
import type { Spot } from "./precision.ts";

type Point = [latitude: number, longitude: number];

const RADIUS_KM = 6371.009;
const STEP_KM = 200;

export const positionOf = ({
  latitude,
  longitude,
}: Spot): [longitude: number, latitude: number] => [longitude, latitude];

export const distanceKm = (from: Spot, to: Spot) =>
  geoDistance(positionOf(from), positionOf(to)) * RADIUS_KM;

/** A map in degrees that ends at ±180, and cuts lines there. */
const flat = geoEquirectangular()
  .scale(180 / Math.PI)
  .translate([0, 0])
  .reflectY(true)
  .precision(0);

/** The great circle from one spot to another, as lines on a map that ends at ±180: two if it crosses that. */
export function drawLeg(from: Spot, to: Spot): Point[][] {
  const [start, end] = [positionOf(from), positionOf(to)];
  const pointAt = geoInterpolate(start, end);
  const steps = Math.max(1, Math.ceil(distanceKm(from, to) / STEP_KM));
  const between = Array.from({ length: steps - 1 }, (_, n) =>
    pointAt((n + 1) / steps),
  );
  const lines: Point[][] = [];
  geoStream(
    { type: "LineString", coordinates: [start, ...between, end] },
    flat.stream({
      lineStart: () => void lines.push([]),
      point: (x, y) => void lines.at(-1)!.push([round(y), round(x)]),
      lineEnd: () => {},
      polygonStart: () => {},
      polygonEnd: () => {},
    }),
  );
  lines[0]!.splice(0, 1, [from.latitude, from.longitude]);
  lines.at(-1)!.splice(-1, 1, [to.latitude, to.longitude]);
  return lines;
}

const round = (value: number) => Math.round(value * 1e4) / 1e4;
