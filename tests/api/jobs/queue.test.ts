import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { listApplied } from "#tests/setup/calls/applied.ts";
import { findFields, findForm } from "#tests/setup/calls/site-calls.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { startQueueSite } from "#tests/setup/processes/queue.ts";
import type { Site } from "#tests/setup/processes/site.ts";
import { until } from "#tests/setup/until.ts";
import {
  cookie,
  forThisTest,
  queue,
  setUpQueueSite,
} from "#tests/setup/vitest/site.ts";

setUpQueueSite({ workers: 0 });

/** What the tests before have left. */
let before: { images: number; files: Set<string>; lastJob: number };

/** Adds workers to the site, and ends all that there are after the test. */
async function start({ workers }: { workers: number }) {
  const { site } = queue;
  before = {
    images: listApplied(site).length,
    files: new Set(filesBelow(site.mediaDir)),
    lastJob: site.query<{ last: number }>(
      "SELECT coalesce(max(rowid), 0) AS last FROM jobs",
    )[0]!.last,
  };
  onTestFinished(async () => {
    const all = queue.workers.splice(0);
    await Promise.all(all.map((worker) => worker.kill("SIGKILL")));
  });
  for (let n = 0; n < workers; n++) await queue.addWorker();
  await untilHealth(site, "ok");
  return queue;
}

/** Sends a request. The site must answer, whatever has happened to its queue. The limit only ends one that hangs. */
const ask = (site: Site, path: string, init: RequestInit = {}) =>
  site.fetch(path, { signal: AbortSignal.timeout(60_000), ...init });

async function upload(site: Site, images = ["orientation-6.jpg", "plain.png"]) {
  const answer = await ask(site, "/api/upload-rock", {
    method: "POST",
    body: await findForm(findFields, images),
  });
  expect(answer.status).toBe(201);
}

/** Starts a job that has nothing to do. */
async function createImages(site: Site) {
  const answer = await ask(site, "/api/create-images", {
    method: "POST",
    headers: {
      Cookie: cookie,
      "Content-Type": "application/json",
    },
    body: JSON.stringify({ path: "media/albums" }),
  });
  expect(answer.status).toBe(202);
  return (await answer.json()) as { message: string; job_id: string };
}

async function health(site: Site) {
  const answer = await ask(site, "/healthz");
  expect(answer.status).toBe(200);
  return (await answer.json()) as { status: string; queue: string };
}
const untilHealth = (site: Site, status: string) =>
  until(async () =>
    (await health(site)).status === status ? true : undefined,
  );

const jobStates = (site: Site) =>
  site.query<{ state: string; attempts: number; crashes: number }>(
    `SELECT DISTINCT state, attempts, crashes FROM jobs WHERE rowid > ${before.lastJob}`,
  );
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

test("two workers make the derivatives of what is uploaded", async () => {
  const { site, client } = await start({ workers: 2 });
  expect(await health(site)).toMatchObject({ status: "ok", queue: "ok" });
  for (let n = 0; n < 3; n++)
    await upload(site, ["progressive.jpg", "plain.png"]);
  await expectAllDone(site, 6);
  expect(await client.keys("bull:pictures:*_0_0")).toEqual([]);
});

test("uploads are taken while Redis is away, and made once it is there @soak", async () => {
  const { site, redis, addWorker } = await start({ workers: 1 });
  await redis.kill("SIGKILL");
  await untilHealth(site, "degraded");
  await upload(site, ["progressive.jpg"]);
  expect((await createImages(site)).message).toMatch(/waits/);
  await site.restart();
  expect(await health(site)).toMatchObject({
    status: "degraded",
    queue: "down",
  });
  await upload(site, ["plain.png"]);
  await addWorker();
  await redis.restart();
  await expectAllDone(site, 2);
  await untilHealth(site, "ok");
});

test.each([
  ["as it was", false],
  ["empty", true],
])(
  "Redis dies in mid-work and comes back %s: every picture is made, once @soak",
  async (_, empty) => {
    const { site, redis, untilActive } = await start({ workers: 2 });
    for (let n = 0; n < 4; n++) await upload(site);
    await untilActive();
    await redis.kill("SIGKILL");
    await upload(site);
    await redis.restart({ empty });
    await expectAllDone(site, 10);
  },
);

test("a frozen Redis keeps nobody waiting @soak", async () => {
  const { site, redis, untilActive } = await start({ workers: 1 });
  await upload(site);
  await untilActive();
  redis.freeze();
  await upload(site);
  expect((await createImages(site)).message).toMatch(/waits/);
  expect(await health(site)).toMatchObject({
    status: "degraded",
    queue: "down",
  });
  for (const path of ["/api/rock-posts", "/api/rock-posts/locations/all", "/"])
    expect((await ask(site, path)).status).toBe(200);
  redis.thaw();
  await expectAllDone(site, 4);
  await untilHealth(site, "ok");
});

test("a Redis without room keeps nobody waiting, and its jobs run when there is some @soak", async () => {
  const { site, client, untilActive } = await start({ workers: 1 });
  await upload(site);
  await untilActive();
  await client.config("SET", "maxmemory", "1");
  await upload(site);
  expect((await createImages(site)).message).toMatch(/waits/);
  expect(await health(site)).toMatchObject({
    status: "degraded",
    queue: "down",
  });
  await client.config("SET", "maxmemory", "0");
  await expectAllDone(site, 4);
  expect(jobStates(site)).toEqual(untouched);
  await untilHealth(site, "ok");
});

test("site and workers end within 10 seconds when Redis is away @soak", async () => {
  const { site, redis, workers } = await forThisTest(
    startQueueSite({ workers: 1 }),
  );
  await redis.kill("SIGKILL");
  await untilHealth(site, "degraded");
  const late = AbortSignal.timeout(10_000);
  expect(await site.kill("SIGTERM")).toBe(0);
  expect(await workers[0]!.kill("SIGTERM")).toBe(0);
  expect(late.aborted).toBe(false);
});

test("what workers finish while the site is dead is applied at its next start, once @soak", async () => {
  const { site, client } = await start({ workers: 2 });
  for (let n = 0; n < 3; n++) await upload(site);
  await until(() =>
    jobStates(site).every(({ state }) => state !== "queued") ? true : undefined,
  );
  await site.kill("SIGKILL");
  await until(async () =>
    (await client.llen("bull:pictures:wait")) +
      (await client.llen("bull:pictures:active")) ===
    0
      ? true
      : undefined,
  );
  await site.restart();
  await expectAllDone(site, 6);
});
test("a picture whose worker is killed twice is made by another within 60 seconds @soak", async () => {
  const { site, workers, addWorker, holdImageProcess } = await start({
    workers: 1,
  });
  await upload(site, ["portrait.heic"]);
  await holdImageProcess(workers[0]!);
  await workers[0]!.kill("SIGKILL");
  await holdImageProcess(await addWorker());
  await workers[1]!.kill("SIGKILL");
  await addWorker();
  await expectAllDone(site, 1);
});

test("a worker that is asked to end gives back what it can't finish, and is gone within 10 seconds @soak", async () => {
  const { site, workers, addWorker, holdImageProcess } = await start({
    workers: 1,
  });
  await upload(site, ["orientation-6.jpg"]);
  await holdImageProcess(workers[0]!);
  const ended = workers[0]!.kill("SIGTERM");
  const stillThere = AbortSignal.timeout(10_000);
  expect(await ended).toBe(0);
  expect(stillThere.aborted).toBe(false);
  await until(() =>
    jobStates(site).every(({ attempts }) => attempts === 0) ? true : undefined,
  );
  await addWorker();
  await expectAllDone(site, 1);
  expect(jobStates(site)).toEqual(untouched);
});

test("a worker that comes back when another has done its picture changes nothing @soak", async () => {
  const { site, workers, addWorker, holdImageProcess } = await start({
    workers: 1,
  });
  const late = workers[0]!;
  await upload(site, ["orientation-6.jpg"]);
  const held = await holdImageProcess(late);
  process.kill(late.pid, "SIGSTOP");
  await addWorker();
  await expectAllDone(site, 1);
  process.kill(held, "SIGCONT");
  process.kill(late.pid, "SIGCONT");
  await until(() => late.lines.find((line) => /lock|Missing/.test(line)));
  await expectAllDone(site, 1);
});
