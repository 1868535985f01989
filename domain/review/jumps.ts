import { distanceKm } from "#core/great-circle.ts";

/** A find on the map, on a day. */
export interface Stop {
  /** YYYY-MM-DD, as the calendar had it there. */
  date: string;
  /** Degrees, WGS 84. */
  latitude: number;
  longitude: number;
}

/** The longest non-stop flight there is, Singapore to New York: 15,349 km in 18 hours 40 minutes. */
const KM_PER_HOUR = 15_349 / (18 + 40 / 60);
/** To an airport and through it, from the other one to the place, and until somebody has found the rock there. */
const GROUND_HOURS = 6;
/** The difference between clocks and the sun, as in the west of Spain or of China. */
const CLOCK_HOURS = 3;
/** From here on east and west, islands chose on which side of the date line they are. */
const DATE_LINE_FROM = 150;

/** @param from YYYY-MM-DD, as `to` */
export const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

/**
 * Whether a rock can't have come from one stop to the next. Only days are known, so the longest possible time counts:
 * from the first minute of the one day to the last of the other, each in local time. Going east leaves less time, and
 * going west more: one can land on the day before the departure.
 * @returns the way in kilometres and the most hours there were, if an aeroplane needs longer; else undefined
 */
export function findImpossibleJump(from: Stop, to: Stop) {
  const distance = distanceKm(from, to);
  const hours =
    24 * (daysBetween(from.date, to.date) + 1) -
    degreesEast(from, to) / 15 +
    CLOCK_HOURS;
  return hours < distance / KM_PER_HOUR + GROUND_HOURS
    ? {
        distance_km: Math.round(distance),
        hours: Math.max(0, Math.round(hours)),
      }
    : undefined;
}

function degreesEast(from: Stop, to: Stop) {
  const degrees = to.longitude - from.longitude;
  const isAtDateLine = [from, to].every(
    ({ longitude }) => Math.abs(longitude) > DATE_LINE_FROM,
  );
  return isAtDateLine && degrees > 180 ? degrees - 360 : degrees;
}
