import { countOf, plural } from "#core/words.ts";
import { readReport } from "../backup/reports.server.ts";
import { catalogue } from "../jobs/catalogue.ts";
import type { JobKind } from "../jobs/ledger.server.ts";

/** Result of a restore that was begun in the browser. */
export interface RestoreOutcome {
  /** The backup's name, or that of the file that was sent. */
  name: string;
  error?: string;
  /** Files that the backup lacked, in lines. */
  lacks?: string[];
  /** Number of hidden parts that the backup did not hide, and the site before did. */
  boxes_kept?: number;
}

/** Undefined if there was nothing to keep. */
export const describeKept = (boxes: number) =>
  boxes === 0
    ? undefined
    : `${countOf(boxes, "part")} of pictures, hidden since that backup, ${plural(boxes, "is", "are")} still hidden`;

/** A restore has ended when its job is recorded, in the database that it has restored. */
export const restoreJob: JobKind<"restore"> = {
  ...catalogue.restore,
  getData: () => undefined,
  settle: () => ({}),
};

export function readRestore() {
  const report = readReport<RestoreOutcome>("restore");
  return report ? { ended_dt: report.ended_dt, ...report.result } : null;
}
