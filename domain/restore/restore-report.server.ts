import { readReport } from "../backup/reports.server.ts";

/** Result of a restore that was begun in the browser. */
export interface RestoreOutcome {
  /** The backup's name, or that of the file that was sent. */
  name: string;
  /** The reason that nothing was restored. */
  error?: string;
  /** Files that the backup lacked, in lines. */
  lacks?: string[];
}

/** The last one; null before the first. */
export function readRestore() {
  const report = readReport<RestoreOutcome>("restore");
  return report ? { ended_dt: report.ended_dt, ...report.result } : null;
}
