/** Degrees, WGS 84. */
interface Spot {
  latitude: number;
  longitude: number;
}
type Point = [latitude: number, longitude: number];
type Vector = [x: number, y: number, z: number];

/** The Earth's mean radius. */
const RADIUS_KM = 6371.009;
/** A drawn line bends at least this often. */
const STEP_KM = 200;

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const degrees = (radians: number) => (radians * 180) / Math.PI;

/** The shortest way over the Earth's surface, in kilometres. */
export const distanceKm = (from: Spot, to: Spot) =>
  angleBetween(from, to) * RADIUS_KM;

/** The haversine, which is exact for small distances too. */
function angleBetween(from: Spot, to: Spot) {
  const north = Math.sin(radians(to.latitude - from.latitude) / 2);
  const east = Math.sin(radians(to.longitude - from.longitude) / 2);
  const h =
    north ** 2 +
    Math.cos(radians(from.latitude)) *
      Math.cos(radians(to.latitude)) *
      east ** 2;
  return 2 * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** The great circle from one spot to another, as lines on a map that ends at ±180: two if it crosses that. */
export function drawLeg(from: Spot, to: Spot): Point[][] {
  const angle = angleBetween(from, to);
  const steps = Math.max(1, Math.ceil((angle * RADIUS_KM) / STEP_KM));
  const start = vectorOf(from);
  const end = vectorOf(to);
  const points: Point[] = [[from.latitude, from.longitude]];
  // Between opposite ends of the Earth every way is the shortest, so no points are drawn in between.
  if (Math.sin(angle) > 1e-9)
    for (let step = 1; step < steps; step++)
      points.push(pointBetween(start, end, angle, step / steps));
  points.push([to.latitude, to.longitude]);
  return splitAtDateLine(points);
}

function vectorOf({ latitude, longitude }: Spot): Vector {
  const [lat, lon] = [radians(latitude), radians(longitude)];
  return [
    Math.cos(lat) * Math.cos(lon),
    Math.cos(lat) * Math.sin(lon),
    Math.sin(lat),
  ];
}

function pointBetween(
  start: Vector,
  end: Vector,
  angle: number,
  share: number,
): Point {
  const a = Math.sin((1 - share) * angle) / Math.sin(angle);
  const b = Math.sin(share * angle) / Math.sin(angle);
  const [x, y, z] = start.map(
    (part, axis) => a * part + b * end[axis]!,
  ) as Vector;
  return [
    round(degrees(Math.atan2(z, Math.hypot(x, y)))),
    round(degrees(Math.atan2(y, x))),
  ];
}

const round = (value: number) => Math.round(value * 1e4) / 1e4;

/** The same longitudes without jumps from one end of the map to the other, beyond ±180 if need be. */
export function unroll(longitudes: number[]): number[] {
  let turn = 0;
  return longitudes.map((longitude, index) => {
    const step = longitude - (longitudes[index - 1] ?? longitude);
    if (step > 180) turn -= 360;
    if (step < -180) turn += 360;
    return longitude + turn;
  });
}

function splitAtDateLine(points: Point[]): Point[][] {
  let line: Point[] = [points[0]!];
  const lines = [line];
  for (const [index, to] of points.slice(1).entries()) {
    const from = points[index]!;
    if (Math.abs(to[1] - from[1]) > 180) {
      const side = Math.sign(from[1]) * 180;
      const before = side - from[1];
      const after = side + to[1];
      const share = before + after === 0 ? 0 : before / (before + after);
      const crossing = round(from[0] + (to[0] - from[0]) * share);
      line.push([crossing, side]);
      line = [[crossing, -side]];
      lines.push(line);
    }
    line.push(to);
  }
  return lines;
}
