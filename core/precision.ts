/** Precision at which the public may know a find's place: 0 (exactly), or metres. */
export const PRECISIONS = [0, 1000, 10_000] as const;
export type Precision = (typeof PRECISIONS)[number];

/** A point on the map, in degrees. */
export interface Spot {
  latitude: number;
  longitude: number;
}

/** A degree of latitude: the equator's 40,075,017 metres (WGS 84) divided by 360. */
const METRES_PER_DEGREE = 111_320;
/** Keeps cells near the poles from going round the world. */
const SHRINK_MIN = 0.01;

/**
 * The centre of a spot's cell in a fixed grid, so that any number of answers gives one point. `public_latitude` in
 * `db/schema.ts` computes the same; this is for the browser.
 */
export function snap(
  { latitude, longitude }: Spot,
  precision: Precision,
): Spot {
  if (precision === 0) return { latitude, longitude };
  const north = round(centreOf(latitude, 1, precision));
  // A degree of longitude shrinks towards the poles.
  const shrink = Math.max(SHRINK_MIN, Math.cos((north * Math.PI) / 180));
  const east = centreOf(longitude, shrink, precision);
  return {
    latitude: north,
    longitude: round(Math.max(-180, Math.min(180, east))),
  };
}

const centreOf = (degrees: number, shrink: number, precision: number) =>
  ((Math.floor((degrees * METRES_PER_DEGREE * shrink) / precision) + 0.5) *
    precision) /
  METRES_PER_DEGREE /
  shrink;

const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
