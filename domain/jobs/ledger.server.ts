import { EventEmitter } from "node:events";
import { randomUUID } from "node:crypto";
import {
  and,
  asc,
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
import {
  catalogue,
  countPictures,
  jobNames,
  type Doer,
  type JobName,
  type JobPayload,
  type Picture,
} from "./catalogue.ts";
import { jobIdOf } from "./queue.ts";

/** The ledger of all jobs. The transaction that makes a job necessary writes its row. */

export type JobRow = typeof jobs.$inferSelect;

/** Jobs that someone has started. The site starts the others by itself. */
export const isStartedByAdmin = notInArray(
  jobs.kind,
  jobNames.filter((name) => catalogue[name].startedBy === "site"),
);

/** Names a try in Redis and in the store. Each try has another name, and adding one that is there already is harmless. */
export const attemptId = (job: JobRow) =>
  `${job.job_id}_${job.attempts}_${job.crashes}`;

export const nowIso = () => new Date().toISOString();

/** Records a job. Call `startDueJobs` once the transaction has ended. */
export function recordJob<N extends JobName>(
  tx: Tx,
  kind: N,
  payload: JobPayload<N>,
  more: Partial<
    Pick<JobRow, "parent_id" | "attempts" | "crashes" | "run_after" | "error">
  > = {},
) {
  const job_id = randomUUID();
  tx.insert(jobs)
    .values({
      job_id,
      kind,
      payload: JSON.stringify(payload),
      total: countPictures(kind, payload),
      created_dt: nowIso(),
      ...more,
    })
    .run();
  return job_id;
}

const engines = new EventEmitter<{ wake: []; cancel: [jobId: string] }>();

/** Tells the engines that there are new jobs. Without an engine they wait in the ledger. */
export const startDueJobs = () => void engines.emit("wake");

/** Tells the engines that nobody waits for a job any more, nor for its parts. */
export const emitCancel = (jobId: string) => void engines.emit("cancel", jobId);

/** Calls an engine when there are new jobs or one is cancelled, until the returned function is called. */
export function onCall(wake: () => void, cancel: (jobId: string) => void) {
  engines.on("wake", wake).on("cancel", cancel);
  return () => void engines.off("wake", wake).off("cancel", cancel);
}

const changes = new EventEmitter().setMaxListeners(0);

/** Calls back at every change of a job, until the returned function is called. */
export function watchJob(jobId: string, listener: () => void) {
  changes.on(jobId, listener);
  return () => void changes.off(jobId, listener);
}
export const emitJobChange = (jobId: string) => void changes.emit(jobId);

export const isRunning = (jobId: string) =>
  and(eq(jobs.job_id, jobId), eq(jobs.state, "running"));

/** Whether a job runs and has not answered. A job that has parts has answered. */
export const isUnanswered = (jobId: string) =>
  and(
    isRunning(jobId),
    sql`NOT EXISTS (SELECT 1 FROM jobs AS part WHERE part.parent_id = ${jobId})`,
  );

const DONE_BY_SITE: string[] = jobNames.filter(
  (name) => catalogue[name].doneBy === "site",
);

/** The worker gets every kind that isn't the site's, so that its engine also ends jobs of unknown kinds. */
const isDoneBy = (doer: Doer) =>
  doer === "site"
    ? inArray(jobs.kind, DONE_BY_SITE)
    : notInArray(jobs.kind, DONE_BY_SITE);

/** Jobs that an engine has. Excludes parents whose parts are running. */
const isHeld = (doer: Doer) =>
  and(
    eq(jobs.state, "running"),
    isDoneBy(doer),
    sql`NOT EXISTS (SELECT 1 FROM jobs AS child WHERE child.parent_id = ${jobs.job_id})`,
  );

/** The jobs that were handed out to workers and have not ended. */
export const listHeld = (): JobRow[] =>
  getDb().select().from(jobs).where(isHeld("worker")).all();

/** Puts all of them back into the queue, because a starting engine doesn't know them. */
export function requeueHeld(doer: Doer) {
  getDb().update(jobs).set({ state: "queued" }).where(isHeld(doer)).run();
}

/** Puts one job back into the queue, as if it had never been handed out. It is not due before `run_after`. */
export function requeueJob(jobId: string, run_after = 0) {
  withoutWaiting((db) =>
    db
      .update(jobs)
      .set({ state: "queued", run_after })
      .where(isRunning(jobId))
      .run(),
  );
}

/** Deletes a part of a cancelled job that was handed out and not begun. */
export function dropJob(jobId: string) {
  getDb()
    .delete(jobs)
    .where(and(isRunning(jobId), isNotNull(jobs.parent_id)))
    .run();
}

/**
 * Takes the next due job, oldest first. Parts of large jobs come after all others, so that no find waits for
 * thousands of pictures.
 * @param withParts whether a part may be the next
 */
export function claimJob(
  doer: Doer = "worker",
  withParts = true,
): JobRow | undefined {
  const claimed = claimNext(doer, withParts);
  if (!claimed) return undefined;
  emitJobChange(claimed.job_id);
  return getDb()
    .select()
    .from(jobs)
    .where(eq(jobs.job_id, claimed.job_id))
    .get();
}

/** Whether the job of a try has not ended. */
export function isOpen(tryId: string) {
  const row = getDb()
    .select({ state: jobs.state })
    .from(jobs)
    .where(eq(jobs.job_id, jobIdOf(tryId)))
    .get();
  return row?.state === "queued" || row?.state === "running";
}

/** No job waits longer for its next try. */
const LONGEST_WAIT_MS = 60_000;

/**
 * Whether a job is due. One that would wait longer than any job does got its time from a wrong clock, which has been
 * set back.
 */
const isDue = () => {
  const now = Date.now();
  return sql`(run_after <= ${now} OR run_after > ${now + LONGEST_WAIT_MS})`;
};

/** Undefined while somebody else writes to the database, because an engine asks again soon. */
function claimNext(doer: Doer, withParts: boolean) {
  try {
    return withoutWaiting((db) =>
      db.get<{ job_id: string } | undefined>(sql`
        UPDATE jobs SET state = 'running', error = NULL, started_dt = coalesce(started_dt, ${nowIso()})
         WHERE job_id = (SELECT job_id FROM jobs WHERE state = 'queued' AND ${isDue()}
                            AND ${isDoneBy(doer)} AND (parent_id IS NULL OR ${withParts ? 1 : 0})
                          ORDER BY parent_id IS NOT NULL, created_dt, rowid LIMIT 1)
        RETURNING job_id`),
    );
  } catch (error) {
    if (isLocked(error)) return undefined;
    throw error;
  }
}

/** When the next job that may be claimed is due, in milliseconds since 1970. */
export function nextDueTime(
  doer: Doer = "worker",
  withParts = true,
): number | undefined {
  const row = getDb()
    .select({ at: jobs.run_after })
    .from(jobs)
    .where(
      and(
        eq(jobs.state, "queued"),
        isDoneBy(doer),
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

/** Which of these pictures are part of a job that has not ended. */
export function listUnfinished(tx: Tx, of: Picture["of"], keys: number[]) {
  const open = tx.all<{ key: number }>(sql`
    SELECT DISTINCT picture.value ->> 'key' AS key
      FROM jobs, json_each(jobs.payload, '$.pictures') AS picture
     WHERE jobs.kind = 'derive' AND jobs.state IN ('queued', 'running')
       AND picture.value ->> 'of' = ${of}`);
  const found = new Set(open.map(({ key }) => key));
  return keys.filter((key) => found.has(key));
}
