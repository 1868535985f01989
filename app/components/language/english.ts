import type { Precision } from "#core/precision.ts";
import { formatCount } from "#core/words.ts";
import type { Suggestion } from "#domain/finds/schemas.ts";

/** The admin's English, without a catalogue. Days are texts, YYYY-MM-DD; `today` comes from the server. */

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** '17 May 2026'. Has its own month names, because those of Node and of a browser can differ, and then hydration fails. */
export function formatDay(day: string) {
  const [year, month, dayOfMonth] = day.slice(0, 10).split("-").map(Number);
  return `${dayOfMonth} ${MONTHS[(month ?? 1) - 1]} ${year}`;
}

const WEEKDAYS =
  "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
const DAY_MS = 86_400_000;

const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`);
const weekdayOf = (day: string) => WEEKDAYS[new Date(timeOf(day)).getUTCDay()]!;

/** 'today', 'yesterday', 'Thursday', '9 Nov', or '9 Nov 2025' in another year. All are YYYY-MM-DD. */
export function describeDay(day: string, today: string) {
  const ago = Math.round((timeOf(today) - timeOf(day)) / DAY_MS);
  if (ago <= 0) return "today";
  if (ago === 1) return "yesterday";
  if (ago < 7) return weekdayOf(day);
  return formatShortDay(day, today);
}

/** '9 Nov', or '9 Nov 2025' in another year than today's. */
export function formatShortDay(day: string, today: string) {
  const [date, month, year] = formatDay(day).split(" ");
  return `${date} ${month}${today.startsWith(year!) ? "" : ` ${year}`}`;
}

/** 'Sunday, 22 Nov 2026' */
export const describeToday = (today: string) =>
  `${weekdayOf(today)}, ${formatDay(today)}`;

/** '17 May 2026, 18:02 UTC' */
export const formatMoment = (time: string) =>
  `${formatDay(time)}, ${time.slice(11, 16)} UTC`;

/**
 * 'today, 18:02' or 'Thursday, 18:02'. Both times are UTC.
 * @param others with which it must not be confused: 'today, 18:02:07' if one of them is of the same minute
 */
export function describeMoment(
  time: string,
  now: string,
  others: string[] = [],
) {
  const isUnclear = others.some(
    (other) => other !== time && other.slice(0, 16) === time.slice(0, 16),
  );
  return `${describeDay(time.slice(0, 10), now.slice(0, 10))}, ${time.slice(11, isUnclear ? 19 : 16)}`;
}

const SHOWN_MAX = 160;

/** The beginning and the end of a text that may have any length, such as a file's path in a damaged list. */
export const shorten = (text: string) =>
  text.length <= SHOWN_MAX
    ? text
    : `${text.slice(0, SHOWN_MAX / 2)} … ${text.slice(-SHOWN_MAX / 2)}`;

export function formatUsDay(day: string) {
  const [year, month, date] = day.split("-");
  return `${month}/${date}/${year}`;
}

export function yearsBetween(from: string, to: string) {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return Math.max(0, to.slice(5) < from.slice(5) ? years - 1 : years);
}

const UNITS = ["bytes", "kB", "MB", "GB", "TB"];

/** '81 GB' */
export function formatBytes(count: number) {
  const unit = Math.min(
    UNITS.length - 1,
    Math.floor(Math.log(Math.max(count, 1)) / Math.log(1000)),
  );
  const value = count / 1000 ** unit;
  return `${value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 1 : 0 })} ${UNITS[unit]}`;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** 'just now', '5 minutes ago', '3 hours ago', '2 days ago' */
export function describeAge(ms: number) {
  if (ms < 2 * MINUTE_MS) return "just now";
  if (ms < 2 * HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} minutes ago`;
  if (ms < 48 * HOUR_MS) return `${Math.floor(ms / HOUR_MS)} hours ago`;
  return `${Math.floor(ms / (24 * HOUR_MS))} days ago`;
}

export const times = (count: number) =>
  count === 1 ? "once" : count === 2 ? "twice" : `${count} times`;

export const formatPrecision = (precision: Precision) =>
  precision === 0 ? "exactly" : `about ${precision / 1000} km`;

const SOURCES: Record<Suggestion["source"], string> = {
  photo: "the photograph",
  device: "the finder’s phone",
  map: "a tap on the map",
  town: "a town that the finder named",
};

/** 'from the finder’s phone, good to 12 m, at 14:05 UTC' */
export const describeSuggestion = (
  { source, accuracy, taken_dt }: Omit<Suggestion, "precision">,
  dayOfFind: string,
) =>
  [
    `from ${SOURCES[source]}`,
    accuracy !== null && `good to ${formatCount(Math.round(accuracy))} m`,
    taken_dt && describeTaken(taken_dt, dayOfFind),
  ]
    .filter(Boolean)
    .join(", ");

/** 'at 14:05 UTC', by the clock of the place if the text has its offset, and with the day if it is not the find's. */
function describeTaken(time: string, dayOfFind: string) {
  const day = time.slice(0, 10);
  const zone = time.endsWith("Z") ? " UTC" : "";
  return `${day === dayOfFind ? "" : `${formatDay(day)} `}at ${time.slice(11, 16)}${zone}`;
}
