import * as v from "valibot";
import { admin, file, started } from "#app/http/calls/call.ts";
import { streamJobEvents } from "#app/http/job-events.server.ts";
import { DomainError } from "#core/errors.ts";
import { Job, JobWithFailures } from "#domain/jobs/answers.ts";
import { getJob, listJobs } from "#domain/jobs/list-jobs.server.ts";
import { cancelJob } from "#domain/engines/outcomes.server.ts";
import { CreateImages } from "#domain/jobs/schemas.ts";
import { startCreateImages } from "#domain/jobs/start-jobs.server.ts";
import { listFailures } from "#domain/pictures/pictures.server.ts";

function requireJob(jobId: string) {
  const job = getJob(jobId);
  if (!job) throw new DomainError("not_found", "There is no such job.");
  return job;
}

export const jobs = {
  ...admin("POST /api/create-images", {
    summary: "Makes the smaller versions of the originals below a folder",
    takes: CreateImages,
    gives: started("The images are being made."),
    run: ({ body }) => startCreateImages(body.path, body.regenerate),
  }),
  ...admin("GET /api/jobs", {
    summary: "The newest jobs",
    gives: v.array(Job),
    run: () => listJobs(),
  }),
  ...admin("GET /api/jobs/:jobId", {
    summary: "One job, with the pictures that it gave up",
    gives: JobWithFailures,
    run: ({ params }) => {
      const job = requireJob(params.jobId);
      return { ...job, failures: listFailures(job.job_id) };
    },
  }),
  // It drops what waits, and lets what runs finish.
  ...admin("DELETE /api/jobs/:jobId", {
    summary: "Ends a job before its time",
    run: ({ params }) => {
      if (!cancelJob(requireJob(params.jobId).job_id))
        throw new DomainError("conflict", "This job has ended already.");
    },
  }),
  ...admin("GET /api/jobs/:jobId/events", {
    summary: "One job as server-sent events: at each change, until its end",
    says: "Events, whose data are the job.",
    gives: file(["text/event-stream"]),
    run: ({ request, params }) =>
      streamJobEvents(requireJob(params.jobId), request.signal),
  }),
};
