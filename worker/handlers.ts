import { codeOf } from "#core/error-code.ts";
import type {
  JobData,
  JobName,
  JobResult,
  NameDoneBy,
  PictureResult,
  Progress,
} from "#domain/jobs/catalogue.ts";
import { writeWhole } from "#domain/store/write.server.ts";
import { deriveImage } from "./images/derive.ts";
import { isOutOfMemory } from "./out-of-memory.ts";

export type Handler<N extends JobName = NameDoneBy<"worker">> = (
  data: JobData<N>,
  report: Progress,
) => Promise<JobResult<N>>;

/** The worker's handler for each kind of job. If one is missing, this doesn't compile. */
export const handlers: { [N in NameDoneBy<"worker">]: Handler<N> } = {
  derive: deriveAll,
  "draw-share": drawShare,
};

/** Imports the drawing when it is first needed, because it loads countries and typefaces. */
async function drawShare(data: JobData<"draw-share">) {
  const { drawSharePicture } = await import("./images/share-picture.ts");
  await writeWhole(data.output, await drawSharePicture(data));
  return { drawn: data.output };
}

/** Works on one picture at a time. If one fails, its result says why, and the others are still made. */
async function deriveAll(
  { tasks }: JobData<"derive">,
  report: Progress,
): Promise<JobResult<"derive">> {
  const pictures: PictureResult[] = [];
  for (const { id, ...task } of tasks) {
    try {
      pictures.push({ id, ...(await deriveImage(task)) });
    } catch (error) {
      if (isOutOfMemory(error)) throw error;
      pictures.push({
        id,
        error: reasonOf(error),
      });
    }
    if (pictures.length < tasks.length) report(pictures.length, tasks.length);
  }
  return { pictures };
}

function reasonOf(error: unknown) {
  if (!(error instanceof Error)) return String(error);
  return ["ENOSPC", "EDQUOT"].includes(codeOf(error))
    ? "There is no room left in the store."
    : error.message;
}
