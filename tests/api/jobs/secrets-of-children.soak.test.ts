import { readdir, readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { makeFolder } from "#tests/setup/calls/backup.ts";
import { addManyRocks } from "#tests/setup/kept-site.ts";
import { startRedis } from "#tests/setup/processes/redis.ts";
import { until } from "#tests/setup/until.ts";
import { startWorker } from "#tests/setup/processes/worker.ts";
import {
  forThisTest,
  site,
  statusOf,
  useOwnSite,
} from "#tests/setup/vitest/site.ts";

const SECRETS = {
  ADMIN_PASSWORD: "a-password-of-the-admin",
  SESSION_SECRET: "a-secret-for-the-sessions",
  METRICS_TOKEN: "a-token-for-the-metrics",
};

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
    expect((await site.sendFind()).status).toBe(201);
    expectNoSecret(
      await until(() => environmentOf(["image-process.js"], site.pid())),
    );
    addManyRocks({ exec: (sql) => site.alter(sql) }, 2000);
    const form = "public";
    expect(await statusOf("POST /api/keepsake", { form })).toBe(202);
    expectNoSecret(
      await until(() => environmentOf(["site-process.js"], site.pid())),
    );
  });

  test("a worker's image process", async () => {
    const redis = await forThisTest(startRedis());
    await useOwnSite({ REDIS_URL: redis.url });
    const { mediaDir } = site;
    const worker = await forThisTest(
      startWorker({ redisUrl: redis.url, mediaDir, env: SECRETS }),
    );
    expect((await site.sendFind()).status).toBe(201);
    expectNoSecret(
      await until(() => environmentOf(["image-process.js"], worker.pid)),
    );
  });
});
