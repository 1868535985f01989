import { readReport } from "../backup/reports.server.ts";
import type { Reread } from "../backup/reread.server.ts";
import type { CheckResult } from "./check-originals.server.ts";
import { lastSlot } from "../mail/schedule.ts";

export interface CheckSummary {
  originals: number;
  missing: number;
  changed: number;
  unlisted: number;
  /** The first of those that are missing or changed, else of those that are listed nowhere. */
  some: string[];
  /** Number of broken derivatives, which are made again. */
  madeAgain: number;
}

/** What the process of the check answers. */
export interface Checked extends Pick<CheckResult, "sums" | "broken"> {
  summary: CheckSummary;
  backups: (Reread & { healed: number }) | undefined;
}

const SOME = 3;

export function summarizeResult({
  originals,
  wrong,
  broken,
  unlisted,
}: CheckResult): CheckSummary {
  const missing = wrong.filter(({ kind }) => kind === "missing").length;
  return {
    originals,
    missing,
    changed: wrong.length - missing,
    unlisted: unlisted.length,
    some: [...wrong.map(({ place }) => place), ...unlisted].slice(0, SOME),
    madeAgain: broken.filter(({ canBeMade }) => canBeMade).length,
  };
}

/** Null when there was none yet. */
export function readLastCheck() {
  const report = readReport<CheckSummary | { error: string }>("check");
  if (!report) return null;
  const ended = Date.parse(report.ended_dt);
  return {
    ...report.result,
    /** Milliseconds since 1970. */
    ended,
    /** Whether a whole night has passed without another. */
    isLate: isDue(ended, new Date(), 1),
  };
}

/** The due time of a night's check, in the process's time zone. Backups are made before. */
const DUE_AT = "04:00";

const DAY_MS = 24 * 3_600_000;

/** Whether the check of this night, or of `missed` nights ago, is due. An end in the future is a wrong clock's. */
export function isDue(ended: number, now: Date, missed = 0) {
  const time = now.getTime();
  const { time: due } = lastSlot(new Date(time - missed * DAY_MS), DUE_AT);
  return ended < due.getTime() || ended > time;
}
