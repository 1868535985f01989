import { readReport } from "../backup/reports.server.ts";

/** Result of a restore that was begun in the browser. */
export interface RestoreOutcome {
  /** The backup's name, or that of the file that was sent. */
  name: string;
  error?: string;
  /** Files that the backup lacked, in lines. */
  lacks?: string[];
}

export function readRestore() {
  const report = readReport<RestoreOutcome>("restore");
  return report ? { ended_dt: report.ended_dt, ...report.result } : null;
}
