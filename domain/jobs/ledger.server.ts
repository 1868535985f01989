import { randomUUID } from "node:crypto";
import { and, asc, desc, eq, gt, inArray, lte, sql } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { jobs } from "#db/schema.ts";
import {
  CRASHES_MAX,
  policies,
  type JobName,
  type JobResult,
} from "../job-catalogue.ts";
import type { Job } from "../schemas.ts";
import { applyFailure, applyResult, type Subject } from "./subjects.server.ts";

/** The ledger of all work. Rows are written by the transaction that makes the work necessary. */

export type JobRow = typeof jobs.$inferSelect;

const now = () => new Date().toISOString();

/** Writes down what has to be done. Call `wakeEngine` once the transaction has ended. */
export function recordJob(tx: Tx, kind: JobName, payload: Subject) {
  const job_id = randomUUID();
  tx.insert(jobs)
    .values({
      job_id,
      kind,
      payload: JSON.stringify(payload),
      created_dt: now(),
    })
    .run();
  return job_id;
}

let wake = () => {};

/** Tells the engine that there is new work; without an engine the work waits in the ledger. */
export const wakeEngine = () => wake();
export function onWake(listener: () => void) {
  wake = listener;
}

/** Hands everything that was running back: for an engine that starts and knows of none of it. */
export function requeueRunning() {
  getDb()
    .update(jobs)
    .set({ state: "queued" })
    .where(eq(jobs.state, "running"))
    .run();
}

/**
 * Takes the next due job, oldest first. A job that has brought its process down before is only taken
 * where `alone`, and holds back all others until then.
 */
export function claimJob(alone: boolean): JobRow | undefined {
  return getDb().transaction(
    (tx) => {
      const due = and(
        eq(jobs.state, "queued"),
        lte(jobs.run_after, Date.now()),
      );
      const next =
        tx
          .select()
          .from(jobs)
          .where(and(due, gt(jobs.crashes, 0)))
          .orderBy(asc(jobs.created_dt))
          .get() ??
        tx
          .select()
          .from(jobs)
          .where(due)
          .orderBy(asc(jobs.created_dt), asc(sql`rowid`))
          .get();
      if (!next || (next.crashes > 0 && !alone)) return undefined;
      return tx
        .update(jobs)
        .set({
          state: "running",
          started_dt: next.started_dt ?? now(),
          error: null,
        })
        .where(eq(jobs.job_id, next.job_id))
        .returning()
        .get();
    },
    { behavior: "immediate" },
  );
}

/** When the next waiting job falls due, in milliseconds since 1970. */
export function nextDue(): number | undefined {
  const row = getDb()
    .select({ at: jobs.run_after })
    .from(jobs)
    .where(eq(jobs.state, "queued"))
    .orderBy(asc(jobs.run_after))
    .get();
  return row?.at;
}

const isRunning = (jobId: string) =>
  and(eq(jobs.job_id, jobId), eq(jobs.state, "running"));

/** Applies a job's result, once: a second answer for the same job finds it finished and changes nothing. */
export function finishJob<N extends JobName>(
  job: JobRow & { kind: string },
  result: JobResult<N> | undefined,
) {
  getDb().transaction((tx) => {
    const ended = tx
      .update(jobs)
      .set({ state: "succeeded", done: job.total, finished_dt: now() })
      .where(isRunning(job.job_id))
      .run();
    if (ended.changes === 1 && result)
      applyResult(tx, JSON.parse(job.payload) as Subject, result);
  });
}

/** How a try ended without a result. */
export type Mishap =
  | { how: "error"; message: string }
  /** The process ended while it had the job, by its own fault or at a limit. */
  | { how: "crash"; message: string }
  /** The process was killed from outside. */
  | { how: "killed"; message: string };

/** Counts a try that failed: the job waits for its next one, or is set aside with its reason. */
export function failTry(job: JobRow, mishap: Mishap) {
  const attempts = job.attempts + (mishap.how === "crash" ? 0 : 1);
  const crashes = job.crashes + (mishap.how === "crash" ? 1 : 0);
  const over =
    attempts >= policies[job.kind as JobName].attempts ||
    crashes >= CRASHES_MAX;
  getDb().transaction((tx) => {
    const changed = tx
      .update(jobs)
      .set({
        attempts,
        crashes,
        error: mishap.message,
        ...(over
          ? { state: "failed" as const, finished_dt: now() }
          : {
              state: "queued" as const,
              run_after:
                Date.now() +
                (mishap.how === "error" ? 1000 * 2 ** attempts : 0),
            }),
      })
      .where(isRunning(job.job_id))
      .run();
    if (over && changed.changes === 1)
      applyFailure(tx, JSON.parse(job.payload) as Subject, mishap.message);
  });
}

export function noteProgress(jobId: string, done: number, total: number) {
  getDb().update(jobs).set({ done, total }).where(isRunning(jobId)).run();
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

const asJob = ({
  job_id,
  kind,
  state,
  done,
  total,
  message,
  error,
  created_dt,
  started_dt,
  finished_dt,
}: JobRow): Job => ({
  job_id,
  kind,
  state,
  done,
  total,
  message,
  error,
  created_dt,
  started_dt,
  finished_dt,
});

/** The newest jobs first. */
export function listJobs(limit = 50): Job[] {
  return getDb()
    .select()
    .from(jobs)
    .orderBy(desc(jobs.created_dt))
    .limit(limit)
    .all()
    .map(asJob);
}

export function findJob(jobId: string): Job | undefined {
  const row = getDb().select().from(jobs).where(eq(jobs.job_id, jobId)).get();
  return row && asJob(row);
}
