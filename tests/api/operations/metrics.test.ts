import { expect, test } from "vitest";
import { makeFolder } from "#tests/setup/calls/backup.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { noteCheck } from "#tests/setup/check/note-check.ts";
import { until } from "#tests/setup/until.ts";
import {
  get,
  setUpSite,
  site,
  statusAt,
  textAt,
  useOwnSite,
} from "#tests/setup/vitest/site.ts";

setUpSite();

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

test("every answer names its request as the log does, whatever the client calls it, in lines of JSON without what comes after the question mark", async () => {
  const answer = await get("/api/rock-posts/totals?r=424242", {
    "x-request-id": "from-outside",
    "x-site-request-id": "mine",
  });
  const id = answer.headers.get("x-request-id")!;
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  const line = await until(() => site.lines.find((line) => line.includes(id)));
  const path = "/api/rock-posts/totals";
  const request = { message: "request", id, path, status: 200 };
  expect(JSON.parse(line)).toMatchObject(request);
  for (const line of site.lines)
    expect(() => JSON.parse(line) as unknown).not.toThrow();
  expect(site.lines.join("\n")).not.toContain("424242");
});

test("/metrics is no address without a token, asks for it, and tells of jobs, workers, disks, checks and backups", async () => {
  expect(await statusAt("/metrics", withToken)).toBe(404);
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
