import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { copyFile, mkdir } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { fixture } from "#tests/fixtures/index.ts";
import { beginUpload } from "#tests/setup/calls/held-upload.ts";
import { makePlace } from "#tests/setup/calls/backup.ts";
import { findFreePort, startChild } from "#tests/setup/processes/child.ts";
import { startJob } from "#tests/setup/calls/jobs.ts";
import { startSite } from "#tests/setup/processes/site.ts";
import { until } from "#tests/setup/until.ts";
import { forThisTest } from "#tests/setup/vitest/site.ts";

/** More than two image processes finish before the signal. */
const PHOTOS = 8;

test("SIGTERM during uploads, with event streams open, ends the site, and every find that was confirmed is kept", async () => {
  const env = {
    UPLOAD_LIMITS: "off",
    UPLOAD_LIMIT_TOTAL: "off",
    UPLOAD_PARALLEL: "100/100",
  };
  const site = await forThisTest(startSite({ env }));
  await mkdir(site.inStore("albums/sea"), { recursive: true });
  for (let n = 0; n < PHOTOS; n++)
    await copyFile(
      fixture("orientation-6.jpg"),
      site.inStore(`albums/sea/${n}.jpg`),
    );
  const cookie = await site.signIn();
  const { job_id } = (await startJob(site, cookie, "/api/albums/sync")).body;
  const stream = site
    .fetch(`/api/jobs/${job_id}/events`, { headers: { cookie } })
    .then((answer) => answer.text());
  // Nothing more of it comes.
  await beginUpload(site);
  const confirmed: string[] = [];
  const senders = Array.from({ length: 8 }, async () => {
    for (;;) {
      const answer = await site.sendFind().catch(() => undefined);
      if (!answer) return;
      expect(answer.status).toBe(201);
      confirmed.push(((await answer.json()) as { uuid: string }).uuid);
    }
  });
  await until(() => confirmed.length >= 10);

  expect(await site.kill("SIGTERM")).toBe(0);
  await Promise.all(senders);
  expect(await stream).toContain(job_id);
  await site.restart();
  await site.untilTidy();
  const posts = site.query<{ uuid: string }>("SELECT uuid FROM rock_posts");
  expect(posts.map(({ uuid }) => uuid)).toEqual(
    expect.arrayContaining(confirmed),
  );
  expect(site.count("rock_post_images WHERE NOT ready")).toBe(0);
  expect(site.count("photos WHERE ready")).toBe(PHOTOS);
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
    await until(() => existsSync(place));
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
