import { formatCount } from "#core/words.ts";
import type { Precision, Spot } from "#core/precision.ts";
import type { AdminFind } from "#domain/finds/answers.ts";
import type { Suggestion } from "#domain/finds/schemas.ts";
import type { Place } from "#domain/places/answers.ts";
import {
  describeTaken,
  formatPrecision,
} from "#app/components/language/english.ts";

/** Six decimals are about 10 cm: more would only look exact. */
export const formatSpot = ({ latitude, longitude }: Spot) =>
  `${+latitude.toFixed(6)}, ${+longitude.toFixed(6)}`;

export const formatTown = ({ name, region, country }: Place) =>
  [name, region, country].filter(Boolean).join(", ");

const sources: Record<Suggestion["source"], string> = {
  device: "the finder’s phone",
  photo: "the finder’s photograph",
  map: "the finder’s own pin",
  town: "the town the finder named",
};

/** 'from the finder’s phone, to 12 m, at 14:05 UTC' */
export function describeSuggestion(
  { source, accuracy, taken_dt }: Suggestion,
  { date }: Pick<AdminFind, "date">,
) {
  const parts = [`from ${sources[source]}`];
  if (accuracy !== null)
    parts.push(`to ${formatCount(Math.round(accuracy))} m`);
  if (taken_dt) parts.push(describeTaken(taken_dt, date.slice(0, 10)));
  return parts.join(", ");
}

/** 'others see about 1 km' */
export const describePrecision = (precision: Precision) =>
  precision === 0
    ? "others see it exactly"
    : `others see ${formatPrecision(precision)}`;
