import type { Spot } from "#core/precision.ts";

/** Web Mercator: the world as a square of width and height 1, from the north-west corner at the date line. */

const radians = (degrees: number) => (degrees * Math.PI) / 180;

export const toSquare = ({ latitude, longitude }: Spot) => ({
  x: (longitude + 180) / 360,
  y: 0.5 - Math.asinh(Math.tan(radians(latitude))) / (2 * Math.PI),
});

export const fromSquare = ({ x, y }: { x: number; y: number }): Spot => ({
  latitude: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI,
  longitude: x * 360 - 180,
});
