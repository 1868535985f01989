import { localDay } from "#core/local-day.server.ts";

/** The times of the daily mail, all in the process's time zone. */

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Pauses between tries while the mail server is down. The last one repeats. */
const PAUSES_MS = [1, 5, 15, 30, 60].map((minutes) => minutes * MINUTE_MS);
/** A mail that was missed because the site was down is made up for this long. */
const MADE_UP_MS = 3 * HOUR_MS;
/** The next mail is left out if it is due sooner than this after a late one. */
const APART_MS = 12 * HOUR_MS;

/** One time at which a mail is due. */
export interface Slot {
  time: Date;
  /** YYYY-MM-DD */
  day: string;
}

/** The newest that has come. @param at HH:MM. On a day on which the clocks leave it out, an hour later */
export function lastSlot(now: Date, at: string): Slot {
  const [hours = 0, minutes = 0] = at.split(":").map(Number);
  const time = new Date(now);
  time.setHours(hours, minutes, 0, 0);
  if (time > now) {
    time.setDate(time.getDate() - 1);
    time.setHours(hours, minutes, 0, 0);
  }
  return { time, day: localDay(time) };
}

/** @param lastSent when the newest mail of all was sent; null if there was none */
export function isDue({ time }: Slot, lastSent: string | null, now: Date) {
  if (now.getTime() - time.getTime() > MADE_UP_MS) return false;
  return lastSent === null || time.getTime() - Date.parse(lastSent) > APART_MS;
}

/** Milliseconds to wait after this many tries have failed. */
export const pauseAfter = (tries: number) =>
  PAUSES_MS[Math.min(tries, PAUSES_MS.length) - 1]!;
