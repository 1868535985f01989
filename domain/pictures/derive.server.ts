import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { jobs } from "#db/schema.ts";
import { untilFree } from "#db/write.server.ts";
import { hashOf } from "#core/hash.server.ts";
import { stagedTask, type DeriveTask } from "../store/paths.ts";
import { getFile } from "../store/disk.server.ts";
import { isDerived } from "../store/scan.server.ts";
import { placeDerivatives } from "../store/staged.server.ts";
import { removeScheduled } from "../store/removals.server.ts";
import { syncFolders } from "../store/write.server.ts";
import {
  catalogue,
  type Picture,
  type PictureResult,
  JobError,
} from "../jobs/catalogue.ts";
import {
  attemptId,
  recordJob,
  type JobKind,
  type ReadJob,
} from "../jobs/ledger.server.ts";
import { countInParent, recordParts } from "../jobs/parts.server.ts";
import { applyFailure, applyResult, getDeriveTask } from "./pictures.server.ts";
import { listOriginals, type NamedFile } from "../store/named-files.server.ts";

export const derive: JobKind<"derive"> = {
  ...catalogue.derive,
  getData({ row, payload }) {
    const tasks = payload.pictures.flatMap((picture, id) => {
      const task = getDeriveTask(picture);
      return task
        ? [{ id, ...stagedTask(attemptId(row), nameOf(picture, task), task) }]
        : [];
    });
    return tasks.length > 0 ? { tasks } : undefined;
  },
  async settle(job, result) {
    const placed = await placeAll(job, result?.pictures ?? []);
    const [only] = placed;
    if (only?.error !== undefined && job.payload.pictures.length === 1)
      return { error: only.error };
    return {
      apply: (tx) => endPictures(tx, job, placed),
      // An original may have taken the place of its copy.
      afterwards: removeScheduled,
    };
  },
  divide: ({ payload: { pictures } }) =>
    pictures.length > 1
      ? pictures.map((picture) => ({ pictures: [picture] }))
      : [],
  applyFailure(tx, { payload: { pictures } }, error) {
    for (const picture of pictures) applyFailure(tx, picture, error);
  },
};

/** Derivatives of another original, or that hide something else, have another name and never count. */
const nameOf = ({ of, key }: Picture, { original, blurs = [] }: DeriveTask) =>
  hashOf(
    JSON.stringify([of, key, path.posix.basename(original), ...blurs]),
  ).slice(0, 24);

/** A picture of a job and its result: an error, or the files moved to their places under a name of `nameOf`. */
interface Placed {
  picture: Picture;
  error?: string;
  made?: { name: string; result: Exclude<PictureResult, { error: string }> };
}

const REPLACED =
  "The picture was moved, changed or replaced while it was being made.";

/** A result counts only for the original that it was made from: no files have the name of any other. */
async function placeAll(
  { row, payload }: ReadJob<"derive">,
  results: PictureResult[],
): Promise<Placed[]> {
  const folders = new Set<string>();
  const placed: Placed[] = [];
  for (const result of results) {
    await untilFree();
    const picture = payload.pictures[result.id];
    if (!picture)
      throw new JobError(
        "error",
        `The worker's answer names a picture that the job does not have: ${result.id}.`,
      );
    if ("error" in result) {
      placed.push({ picture, error: result.error });
      continue;
    }
    const task = getDeriveTask(picture);
    const name = task && nameOf(picture, task);
    const { blurs = [] } = task ?? {};
    const staged =
      task && (result.blurred ?? 0) === blurs.length
        ? stagedTask(attemptId(row), name!, task)
        : undefined;
    const filled = staged && placeDerivatives(staged, task!);
    if (filled) for (const folder of filled) folders.add(folder);
    placed.push(
      filled
        ? { picture, made: { name: name!, result } }
        : { picture, error: REPLACED },
    );
    await setImmediate();
  }
  await syncFolders(folders);
  return placed;
}

/** Pictures that could not be placed go on as jobs of their own. */
function endPictures(
  tx: Tx,
  { row, payload: { pictures } }: ReadJob<"derive">,
  placed: Placed[],
) {
  const again: Picture[] = [];
  for (const { picture, made } of placed)
    if (made && isInPlace(tx, picture, made.name))
      applyResult(tx, picture, made.result);
    else again.push(picture);
  const done = pictures.length - again.length;
  if (done < pictures.length)
    tx.update(jobs).set({ done }).where(eq(jobs.job_id, row.job_id)).run();
  for (const picture of again)
    recordJob(
      tx,
      "derive",
      { pictures: [picture] },
      {
        parent_id: row.parent_id,
        run_after: Date.now() + 1000,
        attempts: 1,
      },
    );
  countInParent(tx, row.parent_id, done);
}

/** Its row may have changed since its files were moved to their places. */
function isInPlace(tx: Tx, picture: Picture, name: string) {
  const task = getDeriveTask(picture, tx);
  return (
    task !== undefined && nameOf(picture, task) === name && isDerived(task)
  );
}

export const createImages: JobKind<"create-images"> = {
  ...catalogue["create-images"],
  getData: () => undefined,
  async settle({ row, payload: { folder, regenerate } }) {
    const pictures: Picture[] = [];
    let originals = 0;
    // It waits for the disk at each, so that the site answers others in between.
    for (const named of listOriginals(getDb().$client, folder)) {
      if (!(await getFile(named.place))) continue;
      originals++;
      if (regenerate || !(await isMade(named))) pictures.push(named.row);
    }
    return {
      apply: (tx) =>
        recordParts(
          tx,
          row.job_id,
          pictures,
          pictures.length > 0
            ? undefined
            : originals > 0
              ? "Every picture has its images already"
              : "There are no originals in that folder",
        ),
    };
  },
};

async function isMade({ made }: NamedFile) {
  const found = await Promise.all(made?.places.map(getFile) ?? [undefined]);
  return found.every((file) => file !== undefined);
}
