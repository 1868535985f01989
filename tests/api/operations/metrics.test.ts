import { Redis } from "ioredis";
import { describe, expect, onTestFinished, test } from "vitest";
import { WORKER_KEY, type WorkerReport } from "#domain/jobs/queue.ts";
import { makeFolder } from "#tests/setup/calls/backup.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { noteCheck } from "#tests/setup/check/note-check.ts";
import { startSite, type Site } from "#tests/setup/processes/site.ts";
import { until } from "#tests/setup/until.ts";
import {
  cookie,
  forThisTest,
  queue,
  setUpQueueSite,
  setUpSite,
  site,
} from "#tests/setup/vitest/site.ts";

const METRICS_TOKEN = "read-it-with-care";
const withToken = { headers: { authorization: `Bearer ${METRICS_TOKEN}` } };

async function readMetrics(site: Site) {
  const answer = await site.fetch("/metrics", withToken);
  const figures = new Map<string, number>();
  for (const line of (await answer.text()).split("\n")) {
    const [, name, value] = /^([^#]\S*) (\S+)$/.exec(line) ?? [];
    if (name) figures.set(name, Number(value));
  }
  return figures;
}

describe("without METRICS_TOKEN", () => {
  setUpSite({});

  test("/metrics is no address", async () => {
    expect((await site.fetch("/metrics", withToken)).status).toBe(404);
  });

  test("every answer names its request as the log does, whatever the client calls it", async () => {
    const answer = await site.fetch("/api/rock-posts/totals", {
      headers: { "x-request-id": "from-outside", "x-site-request-id": "mine" },
    });
    const id = answer.headers.get("x-request-id")!;
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    const line = await until(() =>
      site.lines.find((line) => line.includes(id)),
    );
    expect(JSON.parse(line)).toMatchObject({
      message: "request",
      id,
      path: "/api/rock-posts/totals",
      status: 200,
    });
  });
});

describe("/metrics", () => {
  test("asks for its token, and tells of jobs, workers, disks, checks and backups", async () => {
    const folder = await makeFolder();
    const site = await forThisTest(
      startSite({
        env: { METRICS_TOKEN, BACKUP_DIR: folder },
      }),
    );
    for (const authorization of [
      "",
      "Bearer ",
      "Bearer something-else",
      METRICS_TOKEN,
    ])
      expect(
        (await site.fetch("/metrics", { headers: { authorization } })).status,
      ).toBe(401);

    await site.sendFind(findFields, ["orientation-6.jpg", "plain.png"]);
    await site.untilIdle();
    expect((await readMetrics(site)).has("site_check_timestamp_seconds")).toBe(
      false,
    );
    noteCheck(site, { changed: 2 });
    const figures = await until(async () => {
      const read = await readMetrics(site);
      return read.has("site_backup_timestamp_seconds") ? read : undefined;
    });
    for (const kind of ["derive", "create-images", "sync-albums"])
      for (const state of ["queued", "running", "failed"])
        expect(figures.get(`site_jobs{kind="${kind}",state="${state}"}`)).toBe(
          0,
        );
    expect(figures.get("site_queue_age_seconds")).toBe(0);
    expect(figures.get("site_check_timestamp_seconds")).toBeGreaterThan(0);
    expect(
      ["missing", "changed", "unlisted"].map((state) =>
        figures.get(`site_check_originals{state="${state}"}`),
      ),
    ).toEqual([0, 2, 0]);
    expect(figures.get('site_workers{state="idle"}')).toBe(2);
    for (const of of ["store", "database"])
      expect(figures.get(`site_disk_free_bytes{of="${of}"}`)).toBeGreaterThan(
        0,
      );
  });
});

describe("with workers", () => {
  setUpQueueSite({ workers: 0, env: { METRICS_TOKEN } });

  async function addWorkers(count: number) {
    onTestFinished(async () => {
      for (const worker of queue.workers.splice(0)) await worker.stop();
    });
    for (let n = 0; n < count; n++) await queue.addWorker();
    return queue;
  }

  test("they report what they are and what they do, and are gone when they end @soak", async () => {
    const { site, client, workers } = await addWorkers(2);
    const reports = await until(async () => {
      const read = await readReports(client);
      return read.length === 2 ? read : undefined;
    });
    expect(reports.map(({ pid }) => pid).sort()).toEqual(
      workers.map(({ pid }) => pid).sort(),
    );
    expect(reports[0]).toMatchObject({ job: null, jobs_done: 0 });
    expect((await readMetrics(site)).get('site_workers{state="idle"}')).toBe(2);

    const [worker] = workers;
    await site.sendFind();
    await site.untilIdle();
    await until(async () =>
      (await readReports(client)).some(({ jobs_done }) => jobs_done === 1)
        ? true
        : undefined,
    );
    await worker!.kill("SIGTERM");
    expect(await readReports(client)).toHaveLength(1);
  });

  test("they say which job they are at, and how far @soak", async () => {
    const { site, client, workers } = await addWorkers(1);
    await site.sendFind();
    await site.untilIdle();
    const held = await queue.holdImageProcess(workers[0]!);
    await site.sendFind();
    const [report] = await until(async () => {
      const read = await readReports(client);
      return read[0]?.job ? read : undefined;
    });
    expect(report!.job).toMatchObject({ kind: "derive", done: 0, total: 1 });
    const job = await site.fetch(`/api/jobs/${report!.job!.job_id}`, {
      headers: { cookie },
    });
    expect(await job.json()).toMatchObject({ state: "running" });
    process.kill(held, "SIGCONT");
    await site.untilIdle();
  });

  test("/metrics says how long the oldest job waits, and how many of each kind and state there are", async () => {
    const { site, redis } = queue;
    await redis.kill();
    onTestFinished(() => redis.restart());
    await site.sendFind();
    const figures = await until(async () => {
      const read = await readMetrics(site);
      return read.get("site_queue_age_seconds")! > 0 ? read : undefined;
    });
    expect(figures.get('site_jobs{kind="derive",state="queued"}')).toBe(1);
    expect(figures.get('site_workers{state="idle"}')).toBe(0);
  });
});

async function readReports(client: Redis): Promise<WorkerReport[]> {
  const keys = await client.keys(`${WORKER_KEY}*`);
  if (keys.length === 0) return [];
  return (await client.mget(keys)).flatMap((report) =>
    report ? (JSON.parse(report) as WorkerReport) : [],
  );
}
