import { EARLIEST_DATE } from "#core/limits.ts";

/** Values that cameras and devices record by themselves, and sometimes get wrong. */

const DAY_MS = 86_400_000;
/** Half of the equator. */
const FARTHEST_M = 20_037_508;

/** @param time milliseconds since 1970, or NaN. Plausible from 2000 to tomorrow */
export const isPlausibleTime = (time: number) =>
  time >= Date.parse(EARLIEST_DATE) && time <= Date.now() + DAY_MS;

/** @param metres how far a place may be off */
export const isPlausibleAccuracy = (metres: number) =>
  metres >= 0 && metres <= FARTHEST_M;
