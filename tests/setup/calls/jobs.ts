import type { Job, JobFailure } from "#domain/jobs/answers.ts";
import type { Site } from "../processes/site.ts";
import type { AnswerTo } from "../vitest/given.ts";
import type { Refused } from "../vitest/site.ts";
import { until } from "../until.ts";

/** Starts one of the admin's jobs. */
export async function startJob(
  site: Site,
  cookie: string,
  path: "/api/create-images" | "/api/albums/sync",
  body: unknown = {},
) {
  const answer = await site.send(`POST ${path}`, body, { cookie });
  return {
    status: answer.status,
    body: (await answer.json()) as AnswerTo<"POST /api/create-images"> &
      Partial<Refused>,
  };
}

export async function readJob(site: Site, cookie: string, jobId: string) {
  const answer = await site.send(`GET /api/jobs/${jobId}`, undefined, {
    cookie,
  });
  return (await answer.json()) as Job & { failures: JobFailure[] };
}

/** Starts one of the admin's jobs, and waits for its end. Returns the job. */
export async function doJob(...request: Parameters<typeof startJob>) {
  const [site, cookie] = request;
  const { job_id } = (await startJob(...request)).body;
  return until(async () => {
    const job = await readJob(site, cookie, job_id);
    return ["succeeded", "failed"].includes(job.state) ? job : undefined;
  });
}
