/** Days as text, YYYY-MM-DD, without a clock or a time zone. */

/** MM/DD/YYYY */
export function formatUsDay(day: string) {
  const [year, month, date] = day.split("-");
  return `${month}/${date}/${year}`;
}

/** Full years from one day to another. */
export function yearsBetween(from: string, to: string) {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return Math.max(0, to.slice(5) < from.slice(5) ? years - 1 : years);
}
