import { admin, api } from "#app/http/api.server.ts";
import { listJobs } from "#domain/jobs/list-jobs.server.ts";

export const loader = api({ GET: admin(() => listJobs()) });

export const action = loader;
