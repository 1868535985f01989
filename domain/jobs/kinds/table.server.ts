import { isJobName, readPayload, type JobName } from "../catalogue.ts";
import { JobError } from "../failure.ts";
import type { JobRow } from "../ledger.server.ts";
import { createImages } from "./create-images.server.ts";
import { derive } from "./derive.server.ts";
import { drawShare } from "./draw-share.server.ts";
import type { JobKind, ReadJob } from "./job-kind.ts";
import { keepsake } from "./keepsake.server.ts";
import { syncAlbums } from "./sync-albums.server.ts";

/** The one table of job kinds. A kind that is missing or incomplete does not compile. */
const kinds = {
  derive,
  "create-images": createImages,
  "sync-albums": syncAlbums,
  "draw-share": drawShare,
  keepsake,
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
