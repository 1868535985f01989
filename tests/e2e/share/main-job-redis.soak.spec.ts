import { test as base } from "#tests/setup/browser/browser.ts";
import { startRedis } from "#tests/setup/processes/redis.ts";
import { startWorker } from "#tests/setup/processes/worker.ts";
import { doMainJob } from "./main-job.ts";
import { PHONE } from "#tests/setup/browser/screens.ts";

const test = base.extend<
  object,
  { siteEnv: Record<string, string>; workers: void }
>({
  siteEnv: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names from the pattern
    async ({}, use) => {
      const redis = await startRedis();
      await use({ REDIS_URL: redis.url });
      await redis.stop();
    },
    { scope: "worker" },
  ],
  workers: [
    async ({ site, siteEnv }, use) => {
      const given = { redisUrl: siteEnv.REDIS_URL!, mediaDir: site.mediaDir };
      const workers = await Promise.all([
        startWorker(given),
        startWorker(given),
      ]);
      await use();
      await Promise.all(workers.map((worker) => worker.stop()));
    },
    { scope: "worker", auto: true },
  ],
});

test.use({ viewport: PHONE });

test("with Redis and two workers too, a find comes from a phone onto the map", async () => {
  await doMainJob();
});
