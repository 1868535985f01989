import { describe, expect, test } from "vitest";
import type { Job } from "#domain/jobs/answers.ts";
import { readJob, startJob } from "#tests/setup/calls/jobs.ts";
import { until } from "#tests/setup/until.ts";
import {
  cookie,
  queue,
  setUpQueueSite,
  site,
} from "#tests/setup/vitest/site.ts";
import { readEvents } from "#tests/setup/calls/image-jobs.ts";

describe("while no worker takes it", () => {
  setUpQueueSite({ workers: 0 });

  test("a job is joined by another start on its folder, unless that asks for more", async () => {
    const start = async (body: unknown) =>
      (await startJob(site, cookie, "/api/create-images", body)).body.job_id;
    const first = await start({});
    expect(await start({})).toBe(first);
    expect(await start({ path: "media/rocks/" })).toBe(first);
    expect(await start({ path: "media/albums" })).not.toBe(first);
    const all = await start({ regenerate: true });
    expect(all).not.toBe(first);
    expect(await start({ regenerate: true })).toBe(all);
    const answer = await site.fetch("/api/jobs", {
      headers: { cookie },
    });
    const listed = (await answer.json()) as Job[];
    expect(listed.map(({ kind }) => kind)).toEqual(
      Array(3).fill("create-images"),
    );
    expect(listed[0]!.job_id).toBe(all);
  });

  test("a job is cancelled for good", async () => {
    const { job_id } = (
      await startJob(site, cookie, "/api/create-images", { path: "media" })
    ).body;
    const cancel = () =>
      site.fetch(`/api/jobs/${job_id}`, {
        method: "DELETE",
        headers: { cookie },
      });
    const events = readEvents(job_id);
    const answer = await cancel();
    expect(answer.status).toBe(204);
    const job = await readJob(site, cookie, job_id);
    expect(job).toMatchObject({
      state: "failed",
      error: "Cancelled after 0 of 0.",
    });
    expect((await events).at(-1)).toMatchObject({ state: "failed" });
    expect((await cancel()).status).toBe(409);
    await queue.addWorker();
    await site.untilIdle();
    expect(await readJob(site, cookie, job_id)).toEqual(job);
  });

  test("the site outlives a listener that goes away @soak", async () => {
    await queue.workers[0]!.stop();
    const { job_id } = (await startJob(site, cookie, "/api/create-images"))
      .body;
    const leaving = new AbortController();
    const answer = await site.fetch(`/api/jobs/${job_id}/events`, {
      headers: { cookie },
      signal: leaving.signal,
    });
    await answer.body!.getReader().read();
    leaving.abort();
    await queue.addWorker();
    await until(async () =>
      (await readJob(site, cookie, job_id)).state === "succeeded"
        ? true
        : undefined,
    );
    expect(site.lines.filter((line) => /"level":"error"/.test(line))).toEqual(
      [],
    );
  });
});
