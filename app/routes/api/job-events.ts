import { admin, api } from "#app/http/api.server.ts";
import { streamJobEvents } from "#app/http/job-events.server.ts";
import { DomainError } from "#domain/core/errors.ts";
import { getJob } from "#domain/jobs/list-jobs.server.ts";

export const loader = api({
  GET: admin(({ request, params }) => {
    const job = getJob(params.jobId ?? "");
    if (!job) throw new DomainError("not_found", "There is no such job.");
    return streamJobEvents(job, request.signal);
  }),
});

export const action = loader;
