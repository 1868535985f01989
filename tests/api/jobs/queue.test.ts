import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { listApplied } from "#tests/setup/calls/applied.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { readJob, startJob } from "#tests/setup/calls/jobs.ts";
import type { Site } from "#tests/setup/processes/site.ts";
import { until } from "#tests/setup/until.ts";
import {
  cookie,
  queue,
  setUpQueueSite,
  statusAt,
  statusOf,
} from "#tests/setup/vitest/site.ts";

setUpQueueSite({ workers: 0 });

/** What the tests before have left. */
let before: { images: number; files: Set<string>; lastJob: number };

async function start({ workers }: { workers: number }) {
  const { site } = queue;
  before = {
    images: listApplied(site).length,
    files: new Set(filesBelow(site.mediaDir)),
    lastJob: site.column<number>(
      "SELECT coalesce(max(rowid), 0) AS last FROM jobs",
    )[0]!,
  };
  onTestFinished(async () => {
    const all = queue.workers.splice(0);
    await Promise.all(all.map((worker) => worker.kill("SIGKILL")));
  });
  for (let n = 0; n < workers; n++) await queue.addWorker();
  await untilHealth(site, "ok");
  return queue;
}

const upload = (site: Site, images = ["orientation-6.jpg", "plain.png"]) =>
  site.addFind(findFields, images);

const createImages = async (site: Site, path = "media/albums") =>
  (await startJob(site, cookie, "/api/create-images", { path })).body;

const untilHealth = (site: Site, status: string) =>
  until(async () => (await site.health()).said === status);
const expectDegraded = async (site: Site) =>
  expect(await site.health()).toMatchObject(DEGRADED);

const jobStates = (site: Site) =>
  site.query<{ state: string; attempts: number; crashes: number }>(
    `SELECT DISTINCT state, attempts, crashes FROM jobs WHERE rowid > ${before.lastJob}`,
  );
const DEGRADED = { status: 200, said: "degraded", queue: "down" };
const untouched = [{ state: "succeeded", attempts: 0, crashes: 0 }];

/**
 * Waits until all jobs are done, and expects every derivative of the images that the test has sent to be complete,
 * and every result applied once.
 */
async function expectAllDone(site: Site, images: number) {
  await site.untilIdle();
  expect(listApplied(site)).toEqual(
    Array(before.images + images).fill({ ready: 1, error: null, applied: 1 }),
  );
  const made = filesBelow(site.mediaDir).filter(
    (file) => /^rocks\/.*\.webp$/.test(file) && !before.files.has(file),
  );
  expect(made).toHaveLength(3 * images);
  for (const file of made)
    await sharp(site.inStore(file), { failOn: "warning" }).raw().toBuffer();
  expect(jobStates(site).map(({ state }) => state)).toEqual(["succeeded"]);
}

test("a job waits for a worker, which makes the derivatives of what is uploaded; one that is cancelled is never done", async () => {
  const { site, client } = await start({ workers: 0 });
  await upload(site, ["progressive.jpg", "plain.png"]);
  const { job_id } = await createImages(site, "media/rocks");
  await until(async () => (await readJob(site, cookie, job_id)).total === 2);
  for (const status of [204, 409])
    expect(await statusOf(`DELETE /api/jobs/${job_id}`)).toBe(status);
  const cancelled = await readJob(site, cookie, job_id);
  const error = "Cancelled after 0 of 2.";
  expect(cancelled).toMatchObject({ state: "failed", error });
  await queue.addWorker();
  await site.untilIdle();
  expect(await readJob(site, cookie, job_id)).toEqual(cancelled);
  site.alter(`DELETE FROM jobs WHERE job_id = '${job_id}'`);
  await expectAllDone(site, 2);
  expect(await client.keys("bull:pictures:*_0_0")).toEqual([]);
});

test("Ctrl+C, which npm passes on to the worker, lets it finish its job", async () => {
  const { site, addWorker, holdImageProcess } = await start({ workers: 0 });
  const worker = await addWorker(true);
  await upload(site, ["plain.png"]);
  const pid = await holdImageProcess(worker);
  const ended = worker.kill("SIGINT");
  process.kill(-worker.pid, "SIGINT");
  const isLogged = (message: string) =>
    worker.lines.some((line) => line.includes(message));
  await until(() => isLogged("stopping"));
  process.kill(pid, "SIGCONT");
  expect(await ended).toBe(0);
  expect(isLogged("job done")).toBe(true);
  await expectAllDone(site, 1);
});

test("uploads are taken while Redis is away, and made once it is there; site and workers end without it @soak", async () => {
  const { site, redis, workers, addWorker } = await start({ workers: 1 });
  await redis.kill("SIGKILL");
  await untilHealth(site, "degraded");
  await upload(site, ["progressive.jpg"]);
  expect((await createImages(site)).message).toMatch(/waits/);
  const late = AbortSignal.timeout(10_000);
  expect(await site.kill("SIGTERM")).toBe(0);
  expect(await workers[0]!.kill("SIGTERM")).toBe(0);
  expect(late.aborted).toBe(false);
  await site.restart();
  await expectDegraded(site);
  await upload(site, ["plain.png"]);
  await addWorker();
  await redis.restart();
  await expectAllDone(site, 2);
  await untilHealth(site, "ok");
});

test("a full Redis keeps nobody waiting, and its jobs run when it is well @soak", async () => {
  const { site, client, untilActive } = await start({ workers: 1 });
  await upload(site);
  await untilActive();
  await client.config("SET", "maxmemory", "1");
  await upload(site);
  expect((await createImages(site)).message).toMatch(/waits/);
  await expectDegraded(site);
  for (const path of ["/api/rock-posts", "/"])
    expect(await statusAt(path)).toBe(200);
  await client.config("SET", "maxmemory", "0");
  await expectAllDone(site, 4);
  expect(jobStates(site)).toEqual(untouched);
  await untilHealth(site, "ok");
});

test("a worker that is asked to end gives back what it can't finish, and is gone within 10 seconds @soak", async () => {
  const one = await start({ workers: 1 });
  const { site, workers, addWorker, holdImageProcess } = one;
  await upload(site, ["orientation-6.jpg"]);
  await holdImageProcess(workers[0]!);
  const ended = workers[0]!.kill("SIGTERM");
  const stillThere = AbortSignal.timeout(10_000);
  expect(await ended).toBe(0);
  expect(stillThere.aborted).toBe(false);
  await until(() => jobStates(site).every(({ attempts }) => attempts === 0));
  await addWorker();
  await expectAllDone(site, 1);
  expect(jobStates(site)).toEqual(untouched);
});
