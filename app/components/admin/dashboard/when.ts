import { formatDay } from "#app/components/rocks/days.ts";

/** Days and times as somebody would say them. `today` comes from the server, so that both sides say the same. */

const WEEKDAYS = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
];
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

/** 'once', 'twice', '6 times' */
export const times = (count: number) =>
  count === 1 ? "once" : count === 2 ? "twice" : `${count} times`;
