import { geoMercatorRaw } from "d3-geo";
import { feature } from "topojson-client";
import countries from "world-atlas/countries-50m.json?raw";

/** Pixels of a picture. */
export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Points that are closer than this to the one before are left out. Pixels. */
const DETAIL = 0.6;
/** The distance that the land reaches beyond the frame, so that nobody sees its edge. Pixels. */
const BEYOND = 24;

type Topology = Parameters<typeof feature>[0];
type Countries = Extract<
  Parameters<typeof feature>[1],
  { type: "GeometryCollection" }
>;
type Point = [x: number, y: number];

/** An outline, in the map's degrees. One that crosses the date line goes on beyond it. */
interface Outline {
  points: Point[];
  west: number;
  east: number;
  north: number;
  south: number;
}

let outlines: Outline[] | undefined;

/**
 * The outlines of all countries that a view shows, for the `d` of a path that is filled by `evenodd`.
 * @param view a part of the map, in degrees: `x` east, and `y` south in units of the same length
 */
export function drawLand(view: Frame, frame: Frame): string {
  const scale = frame.width / view.width;
  const margin = BEYOND / scale;
  const [west, east] = [view.x - margin, view.x + view.width + margin];
  const [north, south] = [view.y - margin, view.y + view.height + margin];
  const toFrame = ([x, y]: Point) =>
    `${inTenths(frame.x + (x - view.x) * scale)},${inTenths(frame.y + (y - view.y) * scale)}`;
  const drawn: string[] = [];
  for (const outline of (outlines ??= readOutlines())) {
    if (outline.south < north || outline.north > south) continue;
    // A map of a very long journey shows parts of the world twice.
    const first = Math.ceil((west - outline.east) / 360);
    for (let turn = first; outline.west + turn * 360 < east; turn++) {
      let points = withoutDetail(outline.points, DETAIL / scale).map(
        ([x, y]): Point => [x + turn * 360, y],
      );
      points = cutOff(points, 0, -1, west);
      points = cutOff(points, 0, 1, east);
      points = cutOff(points, 1, -1, north);
      points = cutOff(points, 1, 1, south);
      if (points.length > 0) drawn.push(`M${points.map(toFrame).join("L")}Z`);
    }
  }
  return drawn.join("");
}

const inTenths = (number: number) => Math.round(number * 10) / 10;

/** Cuts a polygon off where a coordinate is beyond a limit: above it with the sign 1, below it with -1. */
function cutOff(points: Point[], axis: 0 | 1, sign: 1 | -1, limit: number) {
  const isBeyond = (point: Point) => (point[axis] - limit) * sign > 0;
  if (!points.some(isBeyond)) return points;
  return points.flatMap((point, index): Point[] => {
    const before = points.at(index - 1)!;
    const kept = isBeyond(point) ? [] : [point];
    if (isBeyond(before) === isBeyond(point)) return kept;
    const part = (limit - before[axis]) / (point[axis] - before[axis]);
    const [x, y] = before;
    return [[x + part * (point[0] - x), y + part * (point[1] - y)], ...kept];
  });
}

function withoutDetail(points: Point[], distance: number) {
  let at = points[0]!;
  return points.filter((point, index) => {
    const isNear = Math.hypot(point[0] - at[0], point[1] - at[1]) < distance;
    if (isNear && index > 0) return false;
    at = point;
    return true;
  });
}

function readOutlines(): Outline[] {
  const atlas = JSON.parse(countries) as Topology & {
    objects: { countries: Countries };
  };
  return feature(atlas, atlas.objects.countries).features.flatMap(
    ({ geometry }) => {
      if (geometry.type === "Polygon")
        return geometry.coordinates.map(toOutline);
      return geometry.type === "MultiPolygon"
        ? geometry.coordinates.flat().map(toOutline)
        : [];
    },
  );
}

function toOutline(ring: number[][]): Outline {
  let turn = 0;
  const points = ring.map(([longitude, latitude], index): Point => {
    const way = longitude! - (ring[index - 1]?.[0] ?? longitude!);
    if (Math.abs(way) > 180) turn -= Math.sign(way);
    return [longitude! + turn * 360, toY(latitude!)];
  });
  const [first, last] = [points[0]!, points.at(-1)!];
  // Antarctica's coast goes around the world. Its land is between the coast and the pole.
  if (last[0] !== first[0])
    points.push([last[0], SOUTH_POLE], [first[0], SOUTH_POLE], first);
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return {
    points,
    west: Math.min(...xs),
    east: Math.max(...xs),
    north: Math.min(...ys),
    south: Math.max(...ys),
  };
}

const DEGREES = 180 / Math.PI;
const toY = (latitude: number) =>
  -geoMercatorRaw(0, latitude / DEGREES)[1] * DEGREES;
/** As near as the map comes to it. */
const SOUTH_POLE = toY(-89.999);
