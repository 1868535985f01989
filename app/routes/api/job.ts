import { admin, api, noContent } from "#app/http/api.server.ts";
import { DomainError } from "#domain/core/errors.ts";
import { getJob, listFailures } from "#domain/jobs/list-jobs.server.ts";
import { cancelJob } from "#domain/jobs/outcomes.server.ts";

export const loader = api({
  GET: admin(({ params }) => {
    const job = getJob(params.jobId ?? "");
    if (!job) throw new DomainError("not_found", "There is no such job.");
    return { ...job, failures: listFailures(job.job_id) };
  }),
  /** Cancels a job: drops what waits, and lets what runs finish. */
  DELETE: admin(({ params }) => {
    if (!getJob(params.jobId ?? ""))
      throw new DomainError("not_found", "There is no such job.");
    if (!cancelJob(params.jobId!))
      throw new DomainError("conflict", "This job has ended already.");
    return noContent();
  }),
});

export const action = loader;
