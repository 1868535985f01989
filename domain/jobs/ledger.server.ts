import { EventEmitter } from "node:events";
import { randomUUID } from "node:crypto";
import {
  and,
  asc,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lte,
  notInArray,
  sql,
} from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { isLocked, withoutWaiting } from "#db/write.server.ts";
import { jobs } from "#db/schema.ts";
import type { JobName } from "./catalogue.ts";
import { jobIdOf } from "./queue.ts";
import type { Job, JobFailure } from "./answers.ts";
import { describePicture, type Picture } from "./pictures.server.ts";

/** The ledger of all work. Rows are written by the transaction that makes the work necessary. */

export type JobRow = typeof jobs.$inferSelect;

/** What a row says of its work, by kind. */
export interface Payloads {
  derive: { pictures: Picture[] };
  "create-images": { folder: string; regenerate: boolean };
  "sync-albums": Record<string, never>;
  "draw-share": { rock_number: number; version: string };
}

/** Kinds of work that the site starts by itself; the others someone has started. */
export const ownKinds: JobName[] = ["derive", "draw-share"];

/** A try's name in Redis and in the store: adding one that is there already is harmless, and each try is another. */
export const attemptId = (job: JobRow) =>
  `${job.job_id}_${job.attempts}_${job.crashes}`;

export const parsePayload = <N extends JobName>(job: JobRow) =>
  JSON.parse(job.payload) as Payloads[N];
export const nowIso = () => new Date().toISOString();

/** Writes down what has to be done. Call `wakeEngine` once the transaction has ended. */
export function recordJob<N extends JobName>(
  tx: Tx,
  kind: N,
  payload: Payloads[N],
  more: Partial<
    Pick<JobRow, "parent_id" | "attempts" | "crashes" | "run_after" | "error">
  > = {},
) {
  const job_id = randomUUID();
  const total = "pictures" in payload ? payload.pictures.length : 0;
  tx.insert(jobs)
    .values({
      job_id,
      kind,
      payload: JSON.stringify(payload),
      total,
      created_dt: nowIso(),
      ...more,
    })
    .run();
  return job_id;
}

let wake = () => {};

/** Tells the engine that there is new work; without an engine the work waits in the ledger. */
export const startDueJobs = () => wake();
export function onWake(listener: () => void) {
  wake = listener;
}

const changes = new EventEmitter().setMaxListeners(0);

/** Calls back at every change of a job until the returned function is called. */
export function watchJob(jobId: string, listener: () => void) {
  changes.on(jobId, listener);
  return () => void changes.off(jobId, listener);
}
export const emitJobChange = (jobId: string) => void changes.emit(jobId);

let takeBack = (_jobId: string) => {};

/** Tells the engine that nobody waits for a job any more, nor for its parts. */
export const emitCancel = (jobId: string) => takeBack(jobId);
export function onCancel(listener: (jobId: string) => void) {
  takeBack = listener;
}

export const isRunning = (jobId: string) =>
  and(eq(jobs.job_id, jobId), eq(jobs.state, "running"));

/** Jobs that an engine has; a parent whose children are at work is none of them. */
const isHeld = and(
  eq(jobs.state, "running"),
  sql`NOT EXISTS (SELECT 1 FROM jobs AS child WHERE child.parent_id = ${jobs.job_id})`,
);

/** The jobs that were handed out and not heard of again. */
export const listHeld = (): JobRow[] =>
  getDb().select().from(jobs).where(isHeld).all();

/** Hands everything that was held back: for an engine that starts and knows of none of it. */
export function requeueHeld() {
  getDb().update(jobs).set({ state: "queued" }).where(isHeld).run();
}

/** Hands one job back, as if it had never been handed out; not to be taken up again before `run_after`. */
export function requeueJob(jobId: string, run_after = 0) {
  withoutWaiting((db) =>
    db
      .update(jobs)
      .set({ state: "queued", run_after })
      .where(isRunning(jobId))
      .run(),
  );
}

/** Takes out a part of a cancelled job that had been handed out and not been begun. */
export function dropJob(jobId: string) {
  getDb()
    .delete(jobs)
    .where(and(isRunning(jobId), isNotNull(jobs.parent_id)))
    .run();
}

/**
 * Takes the next due job, oldest first; parts of large jobs come after all others, so that no find waits
 * for thousands of pictures.
 * @param withParts whether a part may be the next
 */
export function claimJob(withParts = true): JobRow | undefined {
  const claimed = claimNext(withParts);
  if (!claimed) return undefined;
  emitJobChange(claimed.job_id);
  return getDb()
    .select()
    .from(jobs)
    .where(eq(jobs.job_id, claimed.job_id))
    .get();
}

/** Whether the job of a try is still to be done. */
export function isOpen(tryId: string) {
  const row = getDb()
    .select({ state: jobs.state })
    .from(jobs)
    .where(eq(jobs.job_id, jobIdOf(tryId)))
    .get();
  return row?.state === "queued" || row?.state === "running";
}

/** While somebody else writes to the database there is none: an engine looks again soon. */
function claimNext(withParts: boolean) {
  try {
    return withoutWaiting((db) =>
      db.get<{ job_id: string } | undefined>(sql`
        UPDATE jobs SET state = 'running', error = NULL, started_dt = coalesce(started_dt, ${nowIso()})
         WHERE job_id = (SELECT job_id FROM jobs WHERE state = 'queued' AND run_after <= ${Date.now()}
                            AND (parent_id IS NULL OR ${withParts ? 1 : 0})
                          ORDER BY parent_id IS NOT NULL, created_dt, rowid LIMIT 1)
        RETURNING job_id`),
    );
  } catch (error) {
    if (isLocked(error)) return undefined;
    throw error;
  }
}

/** When the next job that may be claimed falls due, in milliseconds since 1970. */
export function nextDueTime(withParts = true): number | undefined {
  const row = getDb()
    .select({ at: jobs.run_after })
    .from(jobs)
    .where(
      and(
        eq(jobs.state, "queued"),
        withParts ? undefined : isNull(jobs.parent_id),
      ),
    )
    .orderBy(asc(jobs.run_after))
    .get();
  return row?.at;
}

const KEEP_FINISHED_MS = 30 * 86_400_000;

export function sweepJobs() {
  const before = new Date(Date.now() - KEEP_FINISHED_MS).toISOString();
  getDb()
    .delete(jobs)
    .where(
      and(
        inArray(jobs.state, ["succeeded", "failed"]),
        lte(jobs.finished_dt, before),
      ),
    )
    .run();
}

const asJob = (row: JobRow): Job => ({
  job_id: row.job_id,
  kind: row.kind,
  state: row.state,
  done: row.state === "running" ? row.done + doneByParts(row.job_id) : row.done,
  total: row.total,
  message: row.message,
  error: row.error,
  created_dt: row.created_dt,
  started_dt: row.started_dt,
  finished_dt: row.finished_dt,
});

/** What the parts at work have done so far; a part that has ended is counted in its parent's row. */
const doneByParts = (parentId: string) =>
  getDb()
    .select({ n: sql<number>`coalesce(sum(${jobs.done}), 0)` })
    .from(jobs)
    .where(and(eq(jobs.parent_id, parentId), eq(jobs.state, "running")))
    .get()!.n;

/** The newest jobs that someone started, first; the site's own work is not among them. */
export function listJobs(limit = 50): Job[] {
  return getDb()
    .select()
    .from(jobs)
    .where(and(isNull(jobs.parent_id), notInArray(jobs.kind, ownKinds)))
    .orderBy(desc(jobs.created_dt), desc(sql`rowid`))
    .limit(limit)
    .all()
    .map(asJob);
}

export function getJob(jobId: string): Job | undefined {
  const row = getDb().select().from(jobs).where(eq(jobs.job_id, jobId)).get();
  return row && asJob(row);
}

const FAILURES_MAX = 200;

/** The pictures of a job that were given up, with the reason of each; 200 at most. */
export function listFailures(jobId: string): JobFailure[] {
  return getDb()
    .select()
    .from(jobs)
    .where(and(eq(jobs.parent_id, jobId), eq(jobs.state, "failed")))
    .orderBy(asc(jobs.finished_dt))
    .limit(FAILURES_MAX)
    .all()
    .flatMap((row) =>
      parsePayload<"derive">(row).pictures.map((picture) => ({
        picture: describePicture(picture),
        error: row.error ?? "",
      })),
    );
}
