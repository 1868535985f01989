import { formatCount } from "../ui/format-count.ts";

/** 'once', '2 times'. */
export const formatTimes = (trips: number) =>
  trips === 1 ? "once" : `${formatCount(trips)} times`;

const MILES_PER_KM = 0.621371;

/** '1,234 km (767 miles)'. */
export function formatDistance(km: number) {
  const miles = Math.round(km * MILES_PER_KM);
  return `${formatCount(km)} km (${formatCount(miles)} miles)`;
}
