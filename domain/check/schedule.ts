import { lastSlot } from "../mail/schedule.ts";

/** The due time of a night's check, in the process's time zone. Backups are made before. */
const DUE_AT = "04:00";

const DAY_MS = 24 * 3_600_000;

/**
 * Whether the night's check still has to be made. One that was missed is made later.
 * @param ended the end of the last one, in milliseconds since 1970. One that a wrong clock has dated in the future
 * counts for nothing
 * @param missed number of nights that it may be late
 */
export function isDue(ended: number, now: Date, missed = 0) {
  const time = now.getTime();
  const { time: due } = lastSlot(new Date(time - missed * DAY_MS), DUE_AT);
  return ended < due.getTime() || ended > time;
}
