import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { jobs } from "#db/schema.ts";
import { pickAnswer } from "#core/answers.ts";
import { Job } from "./answers.ts";
import type { JobName, JobPayload } from "./catalogue.ts";
import { isStartedByAdmin, type JobRow } from "./ledger.server.ts";

/** Jobs as the admin sees them. */

const asJob = (row: JobRow): Job =>
  pickAnswer(Job, {
    ...row,
    done: row.done + (row.state === "running" ? doneByParts(row.job_id) : 0),
  });

/** Progress of the running parts. A part that has ended is counted in its parent's row. */
const doneByParts = (parentId: string) =>
  getDb()
    .select({ n: sql<number>`coalesce(sum(${jobs.done}), 0)` })
    .from(jobs)
    .where(and(eq(jobs.parent_id, parentId), eq(jobs.state, "running")))
    .get()!.n;

const LISTED_MAX = 50;

/** The jobs that someone started last, the newest first. The site's own are not among them. */
export function listJobs(): Job[] {
  return getDb()
    .select()
    .from(jobs)
    .where(and(isNull(jobs.parent_id), isStartedByAdmin))
    .orderBy(desc(jobs.created_dt), desc(sql`rowid`))
    .limit(LISTED_MAX)
    .all()
    .map(asJob);
}

export function getJob(jobId: string): Job | undefined {
  const row = getDb().select().from(jobs).where(eq(jobs.job_id, jobId)).get();
  return row && asJob(row);
}

/** The newest job of a kind with this payload. */
export function getNewestJob<N extends JobName>(
  kind: N,
  payload: JobPayload<N>,
): Job | undefined {
  const row = getDb()
    .select()
    .from(jobs)
    .where(and(eq(jobs.kind, kind), eq(jobs.payload, JSON.stringify(payload))))
    .orderBy(desc(jobs.created_dt), desc(sql`rowid`))
    .get();
  return row && asJob(row);
}
