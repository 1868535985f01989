import * as v from "valibot";
import { Job, JobWithFailures } from "#domain/jobs/answers.ts";
import { CreateImages } from "#domain/jobs/schemas.ts";
import { gone, ok, started } from "./common.ts";
import type { Operations } from "./operation.ts";

export const jobOperations: Operations = {
  "POST /api/create-images": {
    summary: "Makes the smaller versions of the originals below a folder",
    access: "admin",
    body: { json: CreateImages },
    answers: started,
  },
  "GET /api/jobs": {
    summary: "The newest jobs",
    access: "admin",
    answers: ok(v.array(Job), "Jobs."),
  },
  "GET /api/jobs/:jobId": {
    summary: "One job, with the pictures that it gave up",
    access: "admin",
    answers: ok(JobWithFailures, "The job."),
  },
  "DELETE /api/jobs/:jobId": {
    summary: "Ends a job before its time",
    access: "admin",
    answers: gone,
  },
  "GET /api/jobs/:jobId/events": {
    summary: "One job as server-sent events: at each change, until its end",
    access: "admin",
    answers: {
      200: {
        description: "Events, whose data are the job.",
        types: ["text/event-stream"],
      },
    },
  },
};
