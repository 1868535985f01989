import { and, eq, inArray, sql } from "drizzle-orm";
import { write, writeIfPossible, writeWhenFree } from "#db/write.server.ts";
import { jobs } from "#db/schema.ts";
import { log } from "#core/log.server.ts";
import { isStoreHere, storeId } from "../store/identity.server.ts";
import { removeStaged } from "../store/staged.server.ts";
import {
  CRASHES_MAX,
  readResult,
  type JobTask,
  isJobName,
  readPayload,
  type JobName,
  storeAwayError,
  type FailureKind,
  JobError,
} from "../jobs/catalogue.ts";
import {
  attemptId,
  emitCancel,
  emitJobChange,
  getTry,
  isLeased,
  isRunning,
  isUnanswered,
  isStartedByAdmin,
  nowIso,
  recordJob,
  requeueJob,
  startDueJobs,
  type JobRow,
  type JobKind,
  type ReadJob,
} from "../jobs/ledger.server.ts";
import { countInParent } from "../jobs/parts.server.ts";
import { createImages, derive } from "../pictures/derive.server.ts";
import { drawShare } from "../pictures/share-pictures.server.ts";
import { restoreJob } from "../restore/restore-report.server.ts";
import { backUp } from "../backup/backup-job.server.ts";
import { keepsake } from "../keepsake/keepsakes.server.ts";
import { syncAlbums } from "../albums/album-sync.server.ts";

/** Ends the tries of jobs: applies a result once, counts a failure, and carries on with the parent. */

/** With the paths as of now; undefined if nothing is left to do. @throws {JobError} if the job can't be read */
export function taskForWorker(row: JobRow): JobTask | undefined {
  const { name, kind, ...job } = readJob(row);
  const data = kind.getData(job);
  return data && ({ name, data: { ...data, store: storeId() } } as JobTask);
}

/**
 * Applies an answer, once: a second answer for the same job finds it finished and changes nothing.
 * @param answer of the process, unread, or a JobError; undefined when there was nothing for a process to do
 * @throws {JobError} the answer; or when job or answer can't be read, or the store is away
 */
export async function finishJob(row: JobRow, answer: unknown) {
  if (answer instanceof JobError) throw answer;
  requireStore();
  const { name, kind, ...job } = readJob(row);
  const result = answer === undefined ? undefined : readResult(name, answer);
  const outcome = await kind.settle(job, result);
  if (outcome.error !== undefined)
    return failTry(row, new JobError("error", outcome.error), outcome.isFinal);
  await writeWhenFree((tx) => {
    const changed = tx
      .update(jobs)
      .set({
        state: "succeeded",
        done: sql`${jobs.total}`,
        message: outcome.message,
        ...ended(),
      })
      .where(isUnanswered(attemptId(row)))
      .run();
    if (changed.changes === 0) return;
    outcome.apply?.(tx);
    // A missing file counts only if the store was there until now.
    requireStore();
  });
  await outcome.afterwards?.();
  announce(row);
}

const ended = () => ({ finished_dt: nowIso(), lease_until: null });

function requireStore() {
  if (!isStoreHere()) throw storeAwayError();
}

/** Milliseconds that a job waits after it was given back through no fault of its own. */
const WAITS: Partial<Record<FailureKind, number>> = {
  stopped: 0,
  store_away: 2_000,
  too_old: 5_000,
};
export const isGivenBack = ({ kind }: JobError) => kind in WAITS;

/** Counts a try that failed: the job waits for its next one, or is given up with its reason; at once if `isFinal`. */
export async function failTry(
  row: JobRow,
  { kind: how, message }: JobError,
  isFinal = false,
) {
  const wait = WAITS[how];
  if (wait !== undefined) {
    requeueJob(row.job_id, Date.now() + wait);
    return startDueJobs();
  }
  const job = readIfPossible(row);
  const isCrash = how === "crash";
  const attempts = row.attempts + (isCrash ? 0 : 1);
  const crashes = row.crashes + (isCrash ? 1 : 0);
  // A result that can't be read now can't be read at the next try either.
  const isOver =
    isFinal || !job || attempts >= job.kind.attempts || crashes >= CRASHES_MAX;
  const parts = ((isOver || isCrash) && job?.kind.divide?.(job)) || [];
  await writeWhenFree((tx) => {
    const change =
      parts.length > 0
        ? { state: "succeeded" as const, done: 0, ...ended() }
        : isOver
          ? {
              state: "failed" as const,
              error: message,
              ...ended(),
              attempts,
              crashes,
            }
          : {
              state: "queued" as const,
              lease_until: null,
              error: message,
              attempts,
              crashes,
              // A crash is the job's own fault, so waiting doesn't help.
              run_after: Date.now() + (isCrash ? 0 : 1000 * 2 ** attempts),
            };
    const changed = tx
      .update(jobs)
      .set(change)
      .where(isUnanswered(attemptId(row)))
      .run();
    if (changed.changes === 0 || change.state === "queued") return;
    for (const part of parts)
      recordJob(tx, job!.name, part, {
        parent_id: row.parent_id,
        run_after: Date.now() + 1000,
        crashes: isCrash ? 1 : 0,
      });
    if (change.state === "succeeded") return;
    job?.kind.applyFailure?.(tx, job, message);
    countInParent(tx, row.parent_id, row.total);
  });
  announce(row);
}

function readIfPossible(row: JobRow) {
  try {
    return readJob(row);
  } catch {
    return undefined;
  }
}

/** @param total counts only with a message, because pictures of a job may have been deleted */
export function updateProgress(
  tryId: string,
  done: number,
  total?: number,
  message?: string,
) {
  try {
    const row = getTry(tryId);
    if (!row) return;
    writeIfPossible((tx) =>
      tx
        .update(jobs)
        .set(message === undefined ? { done } : { done, total, message })
        .where(isRunning(row.job_id))
        .run(),
    );
    emitJobChange(row.parent_id ?? row.job_id);
  } catch (error) {
    log.warn("a job's progress could not be written", { error });
  }
}

/** Drops its waiting parts, and lets those that run finish. @returns whether there was anything left to end */
export function cancelJob(jobId: string): boolean {
  const tries = write((tx) => {
    const open = inArray(jobs.state, ["queued", "running"]);
    const job = tx
      .select()
      .from(jobs)
      .where(and(eq(jobs.job_id, jobId), isStartedByAdmin, open))
      .get();
    if (!job) return [];
    const parts = eq(jobs.parent_id, jobId);
    tx.delete(jobs)
      .where(and(parts, eq(jobs.state, "queued")))
      .run();
    const begun = tx.select().from(jobs).where(and(parts, isLeased)).all();
    tx.update(jobs)
      .set({
        state: "failed",
        error: `Cancelled after ${job.done} of ${job.total}.`,
        ...ended(),
      })
      .where(eq(jobs.job_id, jobId))
      .run();
    return [job, ...begun].map(attemptId);
  });
  if (tries.length === 0) return false;
  emitCancel(tries);
  emitJobChange(jobId);
  return true;
}

function announce(row: JobRow) {
  removeStaged(attemptId(row)).catch((error: unknown) =>
    log.warn("a job's folder could not be removed", { error }),
  );
  emitJobChange(row.job_id);
  if (row.parent_id !== null) emitJobChange(row.parent_id);
  startDueJobs();
}

/** The one table of job kinds. A kind that is missing or incomplete does not compile. */
const kinds = {
  derive,
  "create-images": createImages,
  "sync-albums": syncAlbums,
  "draw-share": drawShare,
  keepsake,
  "back-up": backUp,
  restore: restoreJob,
} satisfies { [N in JobName]: JobKind<N> };

/** @throws {JobError} error when it is of a kind that this version does not know, or can't be read */
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
