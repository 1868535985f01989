import { formatCount } from "#domain/core/words.ts";
import type { Suggestion } from "#domain/finds/schemas.ts";
import type { Place } from "#domain/places/answers.ts";

/** 'Anstruther, Scotland' or 'Paris, France' */
export const describeTown = ({ name, region, country }: Place) =>
  `${name}, ${region ?? country}`;

const ORDINALS = ["first", "second", "third", "fourth", "fifth"];

/** 'from your second photograph' */
export function describeSource(
  { source, accuracy }: Suggestion,
  photo: { index: number; count: number },
) {
  if (source === "town") return "from the town you typed";
  if (source === "map") return `as you set it${describeAccuracy(accuracy)}`;
  if (source === "device")
    return `from this device${describeAccuracy(accuracy)}`;
  const which = photo.count > 1 ? `${ORDINALS[photo.index] ?? ""} ` : "";
  return `from your ${which}photograph`;
}

/** Below this, in metres, nobody asks how exact it is. */
const ACCURATE = 100;

function describeAccuracy(accuracy: number | null) {
  if (accuracy === null || accuracy <= ACCURATE) return "";
  return accuracy < 1000
    ? `, to about ${Math.round(accuracy / 100) * 100} m`
    : `, to about ${formatCount(Math.round(accuracy / 1000))} km`;
}
