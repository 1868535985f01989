import type { Feature, Geometry, Polygon, Position } from "geojson";
import { unroll } from "#domain/great-circle.ts";

/**
 * The atlas joins what lies on both sides of the date line into one shape; drawn on a flat map, such
 * a shape is a band across the whole world. Cut in two, each part stands at its own edge.
 */
export function cutAtDateLine(country: Feature): Feature {
  const polygons = polygonsOf(country.geometry);
  return {
    ...country,
    geometry: {
      type: "MultiPolygon",
      coordinates: polygons.flatMap(cutPolygon),
    },
  };
}

function polygonsOf(geometry: Geometry): Polygon["coordinates"][] {
  if (geometry.type === "Polygon") return [geometry.coordinates];
  return geometry.type === "MultiPolygon" ? geometry.coordinates : [];
}

function cutPolygon(rings: Position[][]): Position[][][] {
  const longitudes = unroll(rings[0]!.map(([longitude]) => longitude!));
  const outline = rings[0]!.map(([, latitude], index) => [
    longitudes[index]!,
    latitude!,
  ]);
  const west = Math.min(...longitudes);
  const east = Math.max(...longitudes);
  // One that goes around a pole has no two sides.
  const goesAround = Math.abs(longitudes.at(-1)! - longitudes[0]!) > 180;
  if (goesAround || (west >= -180 && east <= 180)) return [rings];
  return [-360, 0, 360]
    .filter((shift) => west + shift < 180 && east + shift > -180)
    .map((shift) => [
      clip(
        clip(
          outline.map(([lon, lat]) => [lon! + shift, lat!]),
          -180,
          1,
        ),
        180,
        -1,
      ),
    ]);
}

/** What of a ring lies east of a meridian (`side` 1), or west of it (−1). */
function clip(ring: Position[], meridian: number, side: 1 | -1): Position[] {
  const isInside = ([longitude]: Position) =>
    (longitude! - meridian) * side >= 0;
  return ring.flatMap((point, index) => {
    const before = ring[(index + ring.length - 1) % ring.length]!;
    const crossing: Position[] = [];
    if (isInside(before) !== isInside(point)) {
      const share = (meridian - before[0]!) / (point[0]! - before[0]!);
      crossing.push([meridian, before[1]! + (point[1]! - before[1]!) * share]);
    }
    return isInside(point) ? [...crossing, point] : crossing;
  });
}
