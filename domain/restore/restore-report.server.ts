import { readReport, saveReport } from "../backup/reports.server.ts";

/** Result of a restore that was begun in the browser. */
export interface RestoreOutcome {
  /** The backup's name, or that of the file that was sent. */
  name: string;
  /** The reason that nothing was restored. */
  error?: string;
  /** Files that the backup lacked, in lines. */
  lacks?: string[];
}

export const saveRestore = (outcome: RestoreOutcome) =>
  saveReport("restore", outcome);

/** The last one; null before the first. */
export function readRestore() {
  const report = readReport("restore");
  return report
    ? { ended_dt: report.ended_dt, ...(report.result as RestoreOutcome) }
    : null;
}
