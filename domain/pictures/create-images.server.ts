import { setImmediate } from "node:timers/promises";
import { listFoldersOf } from "../store/find-folders.server.ts";
import { isDerived } from "../store/scan.server.ts";
import { catalogue, type JobResult, type Picture } from "../jobs/catalogue.ts";
import { recordParts } from "../jobs/parts.server.ts";
import { getDeriveTask, getPictureAt, isReady } from "./pictures.server.ts";
import type { JobKind } from "../jobs/job-kind.ts";

export const createImages: JobKind<"create-images"> = {
  ...catalogue["create-images"],
  getData: ({ payload }) => ({ folders: listFoldersOf(payload.folder) }),
  async settle({ row, payload }, result) {
    const originals = result?.originals ?? [];
    const pictures = await pick(payload.regenerate, originals);
    return {
      apply: (tx) =>
        recordParts(
          tx,
          row.job_id,
          pictures,
          pictures.length > 0
            ? undefined
            : originals.length > 0
              ? "Every picture has its images already"
              : "There are no originals in that folder",
        ),
    };
  },
};

/** The pictures to be made. Lets the site answer others in between, because there may be many. */
async function pick(
  regenerate: boolean,
  originals: JobResult<"create-images">["originals"],
): Promise<Picture[]> {
  const picked: Picture[] = [];
  for (const [n, { original, isDone }] of originals.entries()) {
    if (n % 20 === 0) await setImmediate();
    const picture = getPictureAt(original);
    if (!picture) continue;
    const isMade = () => isReady(picture) && (isDone ?? hasFiles(picture));
    if (regenerate || !isMade()) picked.push(picture);
  }
  return picked;
}

function hasFiles(picture: Picture) {
  const task = getDeriveTask(picture);
  return task !== undefined && isDerived(task);
}
