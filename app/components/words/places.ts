import type { Precision, Spot } from "#domain/core/precision.ts";

/** Formats degrees as '56.2° N, 2.7° W'. */
export function formatPlace({ latitude, longitude }: Spot) {
  const degrees = (value: number) => `${Math.abs(value).toFixed(1)}°`;
  return `${degrees(latitude)} ${latitude < 0 ? "S" : "N"}, ${degrees(longitude)} ${longitude < 0 ? "W" : "E"}`;
}

/** 'about 1 km', and 'exactly' for 0. */
export const formatPrecision = (precision: Precision) =>
  precision === 0 ? "exactly" : `about ${precision / 1000} km`;
