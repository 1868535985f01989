import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { copyFile, mkdir } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { fixture } from "#tests/fixtures/index.ts";
import { beginUpload } from "#tests/setup/calls/held-upload.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { makePlace } from "#tests/setup/calls/backup.ts";
import { findFreePort, startChild } from "#tests/setup/processes/child.ts";
import { startJob } from "#tests/setup/calls/jobs.ts";
import { startQueueSite } from "#tests/setup/processes/queue.ts";
import { startSite, type Site } from "#tests/setup/processes/site.ts";
import { until } from "#tests/setup/until.ts";
import { forThisTest } from "#tests/setup/vitest/site.ts";

/** More than two image processes finish before the signal. */
const PHOTOS = 8;

/** Sends one find after the other until the site accepts no more, and notes each one's status. */
async function keepSending(site: Site, answers: Map<string, number>) {
  for (;;) {
    const answer = await site.sendFind().catch(() => undefined);
    if (!answer) return;
    const body = (await answer.json().catch(() => ({}))) as { uuid?: string };
    answers.set(body.uuid ?? `refused-${answers.size}`, answer.status);
  }
}

/** Reads a job's events until the site ends the stream. */
async function follow(site: Site, cookie: string, jobId: string) {
  const answer = await site.fetch(`/api/jobs/${jobId}/events`, {
    headers: { cookie },
  });
  return answer.text();
}

test("SIGTERM during uploads, with event streams open, ends the site, and every find that was confirmed is kept", async () => {
  const site = await forThisTest(
    startSite({
      env: {
        UPLOAD_LIMITS: "off",
        UPLOAD_LIMIT_TOTAL: "off",
        UPLOAD_PARALLEL: "100/100",
      },
    }),
  );
  await mkdir(site.inStore("albums/sea"), { recursive: true });
  for (let n = 0; n < PHOTOS; n++)
    await copyFile(
      fixture("orientation-6.jpg"),
      site.inStore(`albums/sea/${n}.jpg`),
    );
  const cookie = await site.signIn();
  const { job_id } = (await startJob(site, cookie, "/api/albums/sync")).body;
  const streams = [1, 2, 3].map(() => follow(site, cookie, job_id));
  // Nothing more of it comes.
  await beginUpload(site);
  const answers = new Map<string, number>();
  const senders = Array.from({ length: 8 }, () => keepSending(site, answers));
  await until(() => (answers.size >= 10 ? true : undefined));

  expect(await site.kill("SIGTERM")).toBe(0);
  await Promise.all(senders);
  for (const events of await Promise.all(streams))
    expect(events).toContain(job_id);
  expect([...new Set(answers.values())]).toEqual([201]);

  await site.restart();
  await site.untilTidy();
  const posts = site.query<{ uuid: string }>("SELECT uuid FROM rock_posts");
  const known = new Set(posts.map(({ uuid }) => uuid));
  expect([...answers.keys()].filter((uuid) => !known.has(uuid))).toEqual([]);
  expect(
    site.query("SELECT count(*) AS n FROM rock_post_images WHERE NOT ready"),
  ).toEqual([{ n: 0 }]);
  expect(site.query("SELECT count(*) AS n FROM photos WHERE ready")).toEqual([
    { n: PHOTOS },
  ]);
});

test("SIGTERM of a worker in mid-image: it gives the image back, and another makes it", async () => {
  const queue = await forThisTest(startQueueSite({ workers: 1 }));
  const { site, workers, addWorker } = queue;
  await site.sendFind();
  await site.untilIdle();
  const held = await queue.holdImageProcess(workers[0]!);
  await site.sendFind({ ...findFields, rockNumber: "7" });
  await queue.untilActive();
  expect(await workers[0]!.kill("SIGTERM")).toBe(0);
  expect(() => process.kill(held, 0)).toThrow();
  await addWorker();
  await site.untilIdle();
  expect(site.query("SELECT DISTINCT ready FROM rock_post_images")).toEqual([
    { ready: 1 },
  ]);
});

test.each(["db/site.sqlite.lock", "media/.site.lock"])(
  "SIGTERM during the start, as soon as %s is there, ends the site",
  async (file) => {
    const { databasePath, mediaDir } = await makePlace();
    const site = startChild(
      process.execPath,
      ["scripts/system/serve.mjs"],
      [],
      {
        PORT: String(await findFreePort()),
        DATABASE_PATH: databasePath,
        MEDIA_DIR: mediaDir,
      },
    );
    const gone = once(site, "exit");
    const place = path.resolve(path.dirname(mediaDir), file);
    await until(() => existsSync(place) || undefined);
    site.kill("SIGTERM");
    expect([0, null]).toContain((await gone)[0]);
    expect(["SIGTERM", null]).toContain((await gone)[1]);
  },
);

test("SIGTERM to npm start ends the site too, and no script leaves a shell between npm and its program", async () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
    scripts: Record<string, string>;
  };
  for (const name of ["start", "demo", "dev", "worker"])
    expect(scripts[name]).toMatch(/^exec node /);
  const place = await makePlace();
  const port = String(await findFreePort());
  const lines: string[] = [];
  const npm = startChild("npm", ["start"], lines, {
    PORT: port,
    HOST: "127.0.0.1",
    DATABASE_PATH: place.databasePath,
    MEDIA_DIR: place.mediaDir,
    ADMIN_PASSWORD: "long enough for a test",
  });
  const health = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
  await until(async () => (await health()) && true);
  // A second one ends before it touches the packages or the build of the first.
  const said: string[] = [];
  const second = startChild(process.execPath, ["scripts/start.mjs"], said, {
    PORT: port,
    HOST: "127.0.0.1",
  });
  expect(await once(second, "close")).toEqual([1, null]);
  expect(said.filter((line) => line !== "")).toEqual([
    expect.stringMatching(/^Port \d+ is in use\./),
  ]);
  npm.kill("SIGTERM");
  await once(npm, "close");
  await until(async () => ((await health()) ? undefined : true));
});
