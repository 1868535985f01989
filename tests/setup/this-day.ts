import { localDay } from "#core/local-day.server.ts";

/** This day in the latest earlier year that has it, YYYY-MM-DD. */
const isReal = (day: string) =>
  new Date(`${day}T00:00:00Z`).getUTCDate() === Number(day.slice(8));

export function sameDayEarlier(today = localDay()) {
  for (let year = Number(today.slice(0, 4)) - 1; ; year--) {
    const day = `${year}${today.slice(4)}`;
    if (isReal(day)) return day;
  }
}
