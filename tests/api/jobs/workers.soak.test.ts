import { readdir, readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { makeFolder } from "#tests/setup/calls/backup.ts";
import { addManyRocks } from "#tests/setup/kept-site.ts";
import { readLog } from "#tests/setup/log.ts";
import { startWorker } from "#tests/setup/processes/worker.ts";
import { until } from "#tests/setup/until.ts";
import {
  forThisTest,
  queue,
  setUpQueueSite,
  site,
  statusOf,
  textAt,
  useOwnSite,
} from "#tests/setup/vitest/site.ts";

const METRICS_TOKEN = "a-token-for-the-metrics";
const SECRETS = {
  ADMIN_PASSWORD: "a-password-of-the-admin",
  SESSION_SECRET: "a-secret-for-the-sessions",
  METRICS_TOKEN,
};
setUpQueueSite({ workers: 2, env: { METRICS_TOKEN } });

test("workers are counted by what they do, log each job, and are gone when they end", async () => {
  const { site, redis, workers } = queue;
  const authorization = `Bearer ${METRICS_TOKEN}`;
  const untilCounted = (state: string, count: number) =>
    until(async () =>
      (await textAt("/metrics", { authorization })).includes(
        `site_workers{state="${state}"} ${count}\n`,
      ),
    );
  await untilCounted("idle", 2);
  await workers.pop()!.kill("SIGTERM");
  await untilCounted("idle", 1);

  const [{ lines }] = workers as [(typeof workers)[number]];
  const untilLogged = (message: string) =>
    until(() => readLog(lines, message)[0]);
  await site.sendFind();
  await site.untilIdle();
  const taken = await untilLogged("job taken");
  expect(taken).toMatchObject({ level: "info", kind: "derive", total: 1 });
  expect(await untilLogged("job done")).toMatchObject({
    job_id: taken.job_id,
    ms: expect.any(Number) as number,
  });
  await queue.holdImageProcess(workers[0]!);
  await site.sendFind();
  await untilCounted("busy", 1);

  await redis.kill();
  await untilLogged("Redis does not answer");
  await redis.restart();
  await untilLogged("Redis answers again");
  for (const once of ["Redis does not answer", "the worker is up"])
    expect(readLog(lines, once)).toHaveLength(1);
});

/** The environment of a process whose command contains all these words, and which this one or its child has started. */
async function environmentOf(words: string[], of?: number) {
  for (const entry of await readdir("/proc")) {
    const read = (file: string, id: string | number = entry) =>
      readFile(`/proc/${id}/${file}`, "utf8").catch(() => "");
    const parentOf = async (id: string | number) =>
      Number(/\) \S (\d+)/.exec(await read("stat", id))?.[1]);
    const parent = await parentOf(entry);
    // A site with backups runs in a child of its own.
    if (of !== undefined && parent !== of && (await parentOf(parent)) !== of)
      continue;
    // The command is read first, because a process has its parent's environment until it runs the new program.
    const command = await read("cmdline");
    if (!words.every((word) => command.includes(word))) continue;
    const environment = await read("environ");
    if (environment) return environment;
  }
  return undefined;
}

function expectNoSecret(environment: string) {
  expect(environment).toMatch(/(^|\0)MEDIA_DIR=/);
  for (const [name, value] of Object.entries(SECRETS)) {
    expect(environment).not.toContain(name);
    expect(environment).not.toContain(value);
  }
  expect(environment).not.toContain("REDIS_URL");
}

describe.runIf(process.platform === "linux")("no password is known to", () => {
  test("the site's image processes, its backup and the process that makes a keepsake", async () => {
    const folder = await makeFolder();
    // Don't wait for the site first, because the backup may end before the site answers.
    const backup = until(() => environmentOf(["backup.js", folder]));
    await useOwnSite({ ...SECRETS, BACKUP_DIR: folder });
    expectNoSecret(await backup);
    await site.sendFind();
    expectNoSecret(
      await until(() => environmentOf(["image-process.js"], site.pid())),
    );
    addManyRocks({ exec: (sql) => site.alter(sql) }, site.mediaDir, 2000);
    const form = "public";
    expect(await statusOf("POST /api/keepsake", { form })).toBe(202);
    expectNoSecret(
      await until(() => environmentOf(["site-process.js"], site.pid())),
    );
  });

  test("a worker's image process", async () => {
    const { redis, workers, site } = queue;
    for (const worker of workers.splice(0)) await worker.kill("SIGKILL");
    const to = { redisUrl: redis.url, mediaDir: site.mediaDir };
    const worker = await forThisTest(startWorker({ ...to, env: SECRETS }));
    await site.sendFind();
    expectNoSecret(
      await until(() => environmentOf(["image-process.js"], worker.pid)),
    );
  });
});
