import { EventEmitter } from "node:events";
import { randomUUID } from "node:crypto";
import {
  and,
  between,
  eq,
  inArray,
  isNotNull,
  lte,
  not,
  notInArray,
  or,
  sql,
  type SQL,
} from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { withoutWaiting, writeIfPossible } from "#db/write.server.ts";
import { jobs } from "#db/schema.ts";
import {
  catalogue,
  countPictures,
  jobNames,
  type Doer,
  type JobName,
  type JobPayload,
  type Picture,
  jobIdOf,
  type JobData,
  type JobResult,
} from "./catalogue.ts";

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
      total: countPictures(payload),
      created_dt: nowIso(),
      ...more,
    })
    .run();
  return job_id;
}

/** Records a job that was done before there was a row of it. */
export function recordEnded<N extends JobName>(
  tx: Tx,
  kind: N,
  payload: JobPayload<N>,
  message: string,
) {
  const job_id = recordJob(tx, kind, payload);
  const now = nowIso();
  tx.update(jobs)
    .set({
      ...{ state: "succeeded", total: 1, done: 1, message },
      ...{ started_dt: now, finished_dt: now },
    })
    .where(eq(jobs.job_id, job_id))
    .run();
}

export const recordDerive = (tx: Tx, picture: Picture) =>
  recordJob(tx, "derive", { pictures: [picture] });

export const listOpen = (db: Pick<Tx, "select">, kind: JobName) =>
  db
    .select()
    .from(jobs)
    .where(and(eq(jobs.kind, kind), inArray(jobs.state, ["queued", "running"])))
    .all();

/** A picture that could not be made is asked for again after a day. */
const TRY_AGAIN_MS = 86_400_000;

export function isAsked<N extends JobName>(kind: N, payload: JobPayload<N>) {
  const since = new Date(Date.now() - TRY_AGAIN_MS).toISOString();
  return (
    getDb().get(sql`
      SELECT 1 FROM jobs
       WHERE kind = ${kind} AND payload = ${JSON.stringify(payload)}
         AND (state IN ('queued', 'running') OR state = 'failed' AND finished_dt > ${since})`) !==
    undefined
  );
}

const engines = new EventEmitter<{ wake: []; cancel: [tryIds: string[]] }>();

/** Tells the engines that there are new jobs. Without an engine they wait in the ledger. */
export const startDueJobs = () => void engines.emit("wake");

export const emitCancel = (tryIds: string[]) =>
  void engines.emit("cancel", tryIds);

/** Calls back when there are new jobs or some are cancelled, until the returned function is called. */
export function onCall(wake: () => void, cancel: (tryIds: string[]) => void) {
  engines.on("wake", wake).on("cancel", cancel);
  return () => void engines.off("wake", wake).off("cancel", cancel);
}

const changes = new EventEmitter().setMaxListeners(0);

export function watchJob(jobId: string, listener: () => void) {
  changes.on(jobId, listener);
  return () => void changes.off(jobId, listener);
}
export const emitJobChange = (jobId: string) => void changes.emit(jobId);

export const isRunning = (jobId: string) =>
  and(eq(jobs.job_id, jobId), eq(jobs.state, "running"));

/** An answer also counts once the try's lease has run out, until its job has ended or has another try. */
export function isUnanswered(tryId: string) {
  const [job_id, attempts, crashes] = tryId.split("_");
  return and(
    eq(jobs.job_id, job_id!),
    eq(jobs.attempts, Number(attempts)),
    eq(jobs.crashes, Number(crashes)),
    or(eq(jobs.state, "queued"), isLeased),
  );
}

/** Whether the job of a try has not ended. Cheap, because a starting site hears of thousands that have. */
export const isOpen = (tryId: string) =>
  getDb()
    .$client.prepare(
      "SELECT 1 FROM jobs WHERE job_id = ? AND state IN ('queued', 'running')",
    )
    .get(jobIdOf(tryId)) !== undefined;

export const getTry = (tryId: string): JobRow | undefined =>
  isOpen(tryId)
    ? getDb().select().from(jobs).where(isUnanswered(tryId)).get()
    : undefined;

const DONE_BY_SITE: string[] = jobNames.filter(
  (name) => catalogue[name].doneBy === "site",
);

/** The worker gets every kind that isn't the site's, so that its engine also ends jobs of unknown kinds. */
const isDoneBy = (doer: Doer) =>
  doer === "site"
    ? inArray(jobs.kind, DONE_BY_SITE)
    : notInArray(jobs.kind, DONE_BY_SITE);

/** Time for which a job that was handed out counts as under way after the last sign of it. */
export const LEASE_MS = 6_000;

const lease = () => ({ lease_until: Date.now() + LEASE_MS });

export const isLeased = and(
  eq(jobs.state, "running"),
  isNotNull(jobs.lease_until),
);

export const renewLeases = (doer: Doer, tryIds?: string[]) =>
  change(
    and(
      isLeased,
      isDoneBy(doer),
      tryIds && inArray(jobs.job_id, tryIds.map(jobIdOf)),
    ),
    lease(),
  );

/** Ends all leases, because a starting engine has no job. */
export const endLeases = (doer: Doer) =>
  change(and(isLeased, isDoneBy(doer)), QUEUED);

/** A lease that is longer than any got its time from a wrong clock, which has been set back. */
export function requeueLost(doer: Doer) {
  const now = Date.now();
  const isHeld = between(jobs.lease_until, now, now + LEASE_MS);
  change(and(isLeased, isDoneBy(doer), not(isHeld)), QUEUED);
}

/** Puts one job back into the queue, as if it had never been handed out. It is not due before `run_after`. */
export const requeueJob = (jobId: string, run_after = 0) =>
  change(isRunning(jobId), { ...QUEUED, run_after });

const QUEUED = { state: "queued", lease_until: null } as const;

/** If it can't be written now, the leases run out. */
const change = (which: SQL | undefined, set: Partial<JobRow>) =>
  writeIfPossible((tx) => tx.update(jobs).set(set).where(which).run());

export const dropPart = (tryId: string) =>
  getDb()
    .delete(jobs)
    .where(and(isUnanswered(tryId), isNotNull(jobs.parent_id)))
    .run();

/** No job waits longer for its next try. */
const LONGEST_WAIT_MS = 60_000;

/** Whether it is due. One that would wait longer than any job does got its time from a wrong clock. */
const isWaiting = (doer: Doer, now = Date.now()) =>
  sql`${jobs.state} = 'queued' AND ${isDoneBy(doer)}
      AND ${jobs.run_after} NOT BETWEEN ${now + 1} AND ${now + LONGEST_WAIT_MS}`;

/** Parts of large jobs that are handed out at a time: enough for any number of workers, and few if Redis loses them. */
const PARTS_MAX = 200;

/**
 * The oldest first, and parts of large jobs last, so that no find waits for thousands of pictures.
 * @throws while somebody else writes to the database
 */
export function claimJob(doer: Doer = "worker"): JobRow | undefined {
  const next = sql`(
    SELECT job_id FROM jobs
     WHERE ${isWaiting(doer)} AND (parent_id IS NULL OR
           (SELECT count(*) FROM jobs WHERE state = 'running' AND parent_id IS NOT NULL) < ${PARTS_MAX})
     ORDER BY parent_id IS NOT NULL, created_dt, rowid LIMIT 1)`;
  const claimed = withoutWaiting((db) =>
    db
      .update(jobs)
      .set({
        ...lease(),
        state: "running",
        error: null,
        started_dt: sql`coalesce(started_dt, ${nowIso()})`,
      })
      .where(eq(jobs.job_id, next))
      .returning()
      .get(),
  );
  if (claimed) emitJobChange(claimed.job_id);
  return claimed;
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

export const listOpenPictures = (tx: Tx) =>
  tx.all<Picture>(sql`
    SELECT picture.value ->> 'of' AS of, picture.value ->> 'key' AS key
      FROM jobs, json_each(jobs.payload, '$.pictures') AS picture
     WHERE jobs.kind = 'derive' AND jobs.state IN ('queued', 'running')`);

export interface ReadJob<N extends JobName = JobName> {
  row: JobRow;
  payload: JobPayload<N>;
}

export type Outcome =
  | {
      error: string;
      /** Whether another try would end the same way, so none is made. */
      isFinal?: boolean;
    }
  | {
      error?: undefined;
      /** What it has come to, in words for the admin. */
      message?: string;
      /** Applies the result, in the transaction that ends the job. */
      apply?(tx: Tx): void;
      afterwards?(): Promise<unknown>;
    };

/** Everything that the site knows of one kind of job: its entry of the catalogue, and its functions. */
export type JobKind<N extends JobName = JobName> = (typeof catalogue)[N] & {
  /** The worker's payload, with the paths as of now; undefined when there is nothing left to do. */
  getData(job: ReadJob<N>): JobData<N> | undefined;
  /** Does what needs files or time, and returns the writes. @param result undefined if nothing was left to do */
  settle(
    job: ReadJob<N>,
    result: JobResult<N> | undefined,
  ): Outcome | Promise<Outcome>;
  /** The smaller jobs that go on when this one is given up; absent or empty when it can't be divided. */
  divide?(job: ReadJob<N>): JobPayload<N>[];
  /** Notes that a job was given up which can't be divided. */
  applyFailure?(tx: Tx, job: ReadJob<N>, error: string): void;
};
