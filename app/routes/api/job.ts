import { admin, api } from "#app/http/api.server.ts";
import { DomainError } from "#domain/errors.ts";
import { findJob } from "#domain/jobs/ledger.server.ts";

export const loader = api({
  GET: admin(({ params }) => {
    const job = findJob(params.jobId ?? "");
    if (!job) throw new DomainError("not_found", "There is no such job.");
    return job;
  }),
});

export const action = loader;
