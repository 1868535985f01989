import { isJobName, readPayload, type JobName } from "../jobs/catalogue.ts";
import { JobError } from "../jobs/failure.ts";
import type { JobRow } from "../jobs/ledger.server.ts";
import { createImages } from "../pictures/create-images.server.ts";
import { derive } from "../pictures/derive.server.ts";
import { drawShare } from "../pictures/draw-share.server.ts";
import type { JobKind, ReadJob } from "../jobs/job-kind.ts";
import { backUp } from "../backup/backup-job.server.ts";
import { keepsake } from "../keepsake/keepsake-job.server.ts";
import { syncAlbums } from "../albums/sync-albums.server.ts";

/** The one table of job kinds. A kind that is missing or incomplete does not compile. */
const kinds = {
  derive,
  "create-images": createImages,
  "sync-albums": syncAlbums,
  "draw-share": drawShare,
  keepsake,
  "back-up": backUp,
} satisfies { [N in JobName]: JobKind<N> };

/**
 * Reads a row of the ledger.
 * @throws {JobError} error when it is of a kind that this version does not know, or can't be read
 */
export function readJob(
  row: JobRow,
): ReadJob & { name: JobName; kind: JobKind } {
  if (!isJobName(row.kind))
    throw new JobError(
      "error",
      `This version of the site knows no jobs of the kind ${JSON.stringify(row.kind)}.`,
    );
  return {
    name: row.kind,
    kind: kinds[row.kind],
    row,
    payload: readPayload(row.kind, row.payload),
  };
}
