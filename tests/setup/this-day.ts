import { isRealDay } from "#domain/core/schemas.ts";
import { localDay } from "#domain/core/local-day.server.ts";

/** This day in the latest earlier year that has it, YYYY-MM-DD. */
export function sameDayEarlier(today = localDay()) {
  for (let year = Number(today.slice(0, 4)) - 1; ; year--) {
    const day = `${year}${today.slice(4)}`;
    if (isRealDay(day)) return day;
  }
}
