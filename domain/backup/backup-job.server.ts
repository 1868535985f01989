import { DomainError } from "#core/errors.ts";
import { countOf } from "#core/words.ts";
import { catalogue, type JobResult } from "../jobs/catalogue.ts";
import type { JobKind } from "../jobs/ledger.server.ts";
import { startBackup } from "../jobs/start-jobs.server.ts";
import { writeReport } from "./reports.server.ts";
import { backupFolder } from "./snapshots.server.ts";
import { failureOf, logBackup } from "./schedule.server.ts";

export const backUp: JobKind<"back-up"> = {
  ...catalogue["back-up"],
  getData() {
    const folder = backupFolder();
    return folder === undefined ? undefined : { folder };
  },
  settle(_job, result) {
    if (!result) return {};
    const { missing, damaged } = result;
    return {
      message: describe(result),
      apply: (tx) => writeReport(tx, "backup", { missing, damaged }),
      async afterwards() {
        logBackup({ folder: backupFolder()!, ...result });
      },
    };
  },
  applyFailure(tx, _job, error) {
    writeReport(tx, "backup", failureOf(error));
  },
};

const describe = ({ files, missing, damaged }: JobResult<"back-up">) =>
  [
    countOf(files, "picture"),
    ...(missing > 0 ? [`${countOf(missing, "picture")} missing`] : []),
    ...(damaged > 0 ? [`${countOf(damaged, "picture")} damaged`] : []),
  ].join(", ");

export function backUpNow() {
  if (backupFolder() === undefined)
    throw new DomainError(
      "conflict",
      "The site keeps no backups, because BACKUP_DIR is not set.",
    );
  return startBackup();
}
