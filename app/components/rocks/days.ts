const MONTHS = [
  "Jan",
  "Feb",
  "Mar",
  "Apr",
  "May",
  "Jun",
  "Jul",
  "Aug",
  "Sep",
  "Oct",
  "Nov",
  "Dec",
];

/**
 * Formats '2026-05-17' as '17 May 2026'. Uses its own month names, because those of Node and of a browser can
 * differ, and then hydration would fail.
 */
export function formatDay(day: string) {
  const [year, month, dayOfMonth] = day.split("-").map(Number);
  return `${dayOfMonth} ${MONTHS[(month ?? 1) - 1]} ${year}`;
}
