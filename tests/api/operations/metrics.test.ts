import { describe, expect, test } from "vitest";
import { WORKER_KEY, type WorkerReport } from "#domain/jobs/catalogue.ts";
import { makeFolder } from "#tests/setup/calls/backup.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { noteCheck } from "#tests/setup/check/note-check.ts";
import { readJob } from "#tests/setup/calls/jobs.ts";
import { until } from "#tests/setup/until.ts";
import {
  cookie,
  get,
  queue,
  setUpQueueSite,
  setUpSite,
  site,
  statusAt,
  textAt,
  useOwnSite,
} from "#tests/setup/vitest/site.ts";

const METRICS_TOKEN = "read-it-with-care";
const withToken = { authorization: `Bearer ${METRICS_TOKEN}` };

async function readMetrics() {
  const text = await textAt("/metrics", withToken);
  return new Map(
    [...text.matchAll(/^([^#]\S*) (\S+)$/gm)].map(([, name, value]) => [
      name!,
      Number(value),
    ]),
  );
}

describe("without METRICS_TOKEN", () => {
  setUpSite();

  test("/metrics is no address", async () => {
    expect(await statusAt("/metrics", withToken)).toBe(404);
  });

  test("every answer names its request as the log does, whatever the client calls it", async () => {
    const answer = await get("/api/rock-posts/totals", {
      "x-request-id": "from-outside",
      "x-site-request-id": "mine",
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

test("/metrics asks for its token, and tells of jobs, workers, disks, checks and backups", async () => {
  const env = { METRICS_TOKEN, BACKUP_DIR: await makeFolder() };
  await useOwnSite(env);
  for (const authorization of ["", "Bearer ", "Bearer else", METRICS_TOKEN])
    expect(await statusAt("/metrics", { authorization })).toBe(401);
  await site.addFind(findFields, ["plain.png"]);
  await site.untilIdle();
  const before = await readMetrics();
  expect(before.has("site_check_timestamp_seconds")).toBe(false);
  noteCheck(site, { changed: 2 });
  // Its next try comes later, so nothing takes it.
  site.alter(`INSERT INTO jobs (job_id, kind, payload, state, run_after, created_dt)
    SELECT 'waits', kind, payload, 'queued', ${Date.now() + 60_000}, '2020-01-01T00:00:00.000Z' FROM jobs WHERE kind = 'derive' LIMIT 1`);
  const figures = await until(async () => {
    const read = await readMetrics();
    return read.has("site_backup_timestamp_seconds") && read;
  });
  expect(Object.fromEntries(figures)).toMatchObject({
    'site_jobs{kind="derive",state="queued"}': 1,
    'site_jobs{kind="create-images",state="running"}': 0,
    'site_jobs{kind="sync-albums",state="failed"}': 0,
    'site_check_originals{state="missing"}': 0,
    'site_check_originals{state="changed"}': 2,
    'site_check_originals{state="unlisted"}': 0,
    'site_workers{state="idle"}': 2,
  });
  for (const name of [
    "site_queue_age_seconds",
    "site_check_timestamp_seconds",
    'site_disk_free_bytes{of="store"}',
    'site_disk_free_bytes{of="database"}',
  ])
    expect(figures.get(name), name).toBeGreaterThan(0);
});

describe("workers", () => {
  setUpQueueSite({ workers: 2, env: { METRICS_TOKEN } });

  test("report which job they are at and how far, and are gone when they end @soak", async () => {
    const { site, client, workers } = queue;
    const readReports = async () => {
      const keys = await client.keys(`${WORKER_KEY}*`);
      const read = keys.length > 0 ? await client.mget(keys) : [];
      return read.flatMap((report) =>
        report ? (JSON.parse(report) as WorkerReport) : [],
      );
    };
    const reports = await until(async () => {
      const read = await readReports();
      return read.length === 2 && read;
    });
    expect(reports.map(({ pid }) => pid).sort()).toEqual(
      workers.map(({ pid }) => pid).sort(),
    );
    expect(reports[0]).toMatchObject({ job: null, jobs_done: 0 });
    expect((await readMetrics()).get('site_workers{state="idle"}')).toBe(2);
    await workers.pop()!.kill("SIGTERM");
    expect(await readReports()).toHaveLength(1);

    await site.sendFind();
    await site.untilIdle();
    await queue.holdImageProcess(workers[0]!);
    await site.sendFind();
    const { job } = await until(async () =>
      (await readReports()).find(
        ({ job, jobs_done }) => job && jobs_done === 1,
      ),
    );
    expect(job).toMatchObject({ kind: "derive", done: 0, total: 1 });
    expect(await readJob(site, cookie, job!.job_id)).toMatchObject({
      state: "running",
    });
  });
});
