import * as v from "valibot";
import { count, time, uuid } from "#core/answers.ts";

export const Job = v.strictObject({
  job_id: uuid,
  kind: v.string(),
  state: v.picklist(["queued", "running", "succeeded", "failed"]),
  done: count,
  total: count,
  message: v.string(),
  error: v.nullable(v.string()),
  created_dt: time,
  started_dt: v.nullable(time),
  finished_dt: v.nullable(time),
  /** Only of a restore: parts of pictures that it kept hidden, although the backup didn't hide them. */
  boxes_kept: v.optional(count),
});
export type Job = v.InferOutput<typeof Job>;

export const JobFailure = v.strictObject({
  /** Its original's path within the store. */
  picture: v.string(),
  error: v.string(),
});
export type JobFailure = v.InferOutput<typeof JobFailure>;

export const JobWithFailures = v.strictObject({
  ...Job.entries,
  failures: v.array(JobFailure),
});

export const JobStarted = v.strictObject({ message: v.string(), job_id: uuid });
