import type { Precision } from "#domain/core/precision.ts";

/** 'about 1 km', and 'exactly' for 0. */
export const formatPrecision = (precision: Precision) =>
  precision === 0 ? "exactly" : `about ${precision / 1000} km`;
