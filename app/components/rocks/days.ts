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
 * '2026-05-17' as '17 May 2026'. By hand, because the month names of Node and of a browser can
 * differ, and then the page that the server wrote would not be the one that the browser writes.
 */
export function formatDay(day: string) {
  const [year, month, dayOfMonth] = day.split("-").map(Number);
  return `${dayOfMonth} ${MONTHS[(month ?? 1) - 1]} ${year}`;
}
