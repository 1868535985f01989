import type {
  JobData,
  JobName,
  JobResult,
  PictureResult,
  Progress,
} from "#domain/job-catalogue.ts";
import {
  listAlbumFiles,
  listMissingDerivatives,
} from "#domain/media-store.server.ts";
import { deriveImage } from "./images/derive.ts";

/** What is done for each kind of job; a missing one does not compile. */
export const handlers: {
  [N in JobName]: (data: JobData<N>, report: Progress) => Promise<JobResult<N>>;
} = {
  derive: deriveAll,
  "create-images": listMissingDerivatives,
  "sync-albums": listAlbumFiles,
};

/** One after the other; a picture that fails says why and stops none of the others. */
async function deriveAll(
  { tasks }: JobData<"derive">,
  report: Progress,
): Promise<JobResult<"derive">> {
  const pictures: PictureResult[] = [];
  for (const { id, ...task } of tasks) {
    try {
      pictures.push({ id, ...(await deriveImage(task)) });
    } catch (error) {
      pictures.push({
        id,
        error: error instanceof Error ? error.message : String(error),
      });
    }
    report(pictures.length, tasks.length);
  }
  return { pictures };
}
