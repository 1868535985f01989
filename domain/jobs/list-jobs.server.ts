import { and, desc, eq, isNull, sql, type SQL } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { jobs } from "#db/schema.ts";
import { pickAnswer } from "#core/answers.ts";
import { Job } from "./answers.ts";
import { readPayload, type JobName, type JobPayload } from "./catalogue.ts";
import { isStartedByAdmin, type JobRow } from "./ledger.server.ts";

const asJob = (row: JobRow): Job =>
  pickAnswer(Job, {
    ...row,
    done: row.done + (row.state === "running" ? doneByParts(row.job_id) : 0),
    ...(row.kind === "restore" && readPayload("restore", row.payload)),
  });

/** Progress of the running parts. A part that has ended is counted in its parent's row. */
const doneByParts = (parentId: string) =>
  getDb()
    .select({ n: sql<number>`coalesce(sum(${jobs.done}), 0)` })
    .from(jobs)
    .where(and(eq(jobs.parent_id, parentId), eq(jobs.state, "running")))
    .get()!.n;

/** Newest first. */
const readJobs = (where: SQL | undefined, limit = 1): Job[] =>
  getDb()
    .select()
    .from(jobs)
    .where(where)
    .orderBy(desc(jobs.created_dt), desc(sql`rowid`))
    .limit(limit)
    .all()
    .map(asJob);

const LISTED_MAX = 50;

/** The jobs that someone started last. The site's own are not among them. */
export const listJobs = () =>
  readJobs(and(isNull(jobs.parent_id), isStartedByAdmin), LISTED_MAX);

export const getJob = (jobId: string) => readJobs(eq(jobs.job_id, jobId)).at(0);

export const getNewestJob = <N extends JobName>(
  kind: N,
  payload: JobPayload<N>,
) =>
  readJobs(
    and(eq(jobs.kind, kind), eq(jobs.payload, JSON.stringify(payload))),
  ).at(0);
