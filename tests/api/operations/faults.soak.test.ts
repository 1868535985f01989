import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { copyFile, mkdir } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { fixture } from "#tests/fixtures/index.ts";
import { makePlace } from "#tests/setup/calls/backup.ts";
import { OPEN } from "#tests/setup/calls/filled-site.ts";
import { beginUpload } from "#tests/setup/calls/held-upload.ts";
import { startJob } from "#tests/setup/calls/jobs.ts";
import { findFreePort, startChild } from "#tests/setup/processes/child.ts";
import { imageProcessesOf } from "#tests/setup/processes/processes.ts";
import { until } from "#tests/setup/until.ts";
import {
  cookie,
  setUpSite,
  site,
  textAt,
  useOwnSite,
} from "#tests/setup/vitest/site.ts";

setUpSite();

const imageProcesses = () => imageProcessesOf(site.pid());

test("an image process ends with its site, however the site ends", async () => {
  await site.sendFind();
  const pid = await until(async () => (await imageProcesses())[0]);
  await site.kill("SIGKILL");
  await until(() => !existsSync(`/proc/${pid}`));
  await site.restart();
});

test("a site finishes and answers an upload that runs at SIGTERM, and ends with 0", async () => {
  const upload = await beginUpload();
  const ended = site.kill("SIGTERM");
  await until(() => site.lines.some((line) => line.includes("stopping")));
  expect((await upload.finish()).status).toBe(201);
  expect(await ended).toBe(0);
  await site.restart();
});

describe("SIGTERM", () => {
  /** More than two image processes finish before the signal. */
  const PHOTOS = 8;

  test("during uploads, with event streams open, ends the site, and every find that was confirmed is kept", async () => {
    await useOwnSite({ ...OPEN, MODERATION: "on" });
    await mkdir(site.inStore("albums/sea"), { recursive: true });
    for (let n = 0; n < PHOTOS; n++)
      await copyFile(
        fixture("orientation-6.jpg"),
        site.inStore(`albums/sea/${n}.jpg`),
      );
    const { job_id } = (await startJob(site, cookie, "/api/albums/sync")).body;
    const stream = textAt(`/api/jobs/${job_id}/events`, { cookie });
    // Nothing more of it comes.
    await beginUpload();
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
    expect(site.column("SELECT uuid FROM rock_posts")).toEqual(
      expect.arrayContaining(confirmed),
    );
    expect(site.count("rock_post_images WHERE NOT ready")).toBe(0);
    expect(site.count("photos WHERE ready")).toBe(PHOTOS);
  });

  const settingsOf = async () => {
    const { databasePath, mediaDir } = await makePlace();
    return {
      PORT: String(await findFreePort()),
      DATABASE_PATH: databasePath,
      MEDIA_DIR: mediaDir,
      ADMIN_PASSWORD: "long enough for a test",
    };
  };

  test.each(["db/site.sqlite.lock", "media/.site.lock"])(
    "during the start, as soon as %s is there, ends the site",
    async (file) => {
      const env = await settingsOf();
      const script = "scripts/system/serve.mjs";
      const child = startChild(process.execPath, [script], [], env);
      const gone = once(child, "exit");
      const place = path.resolve(path.dirname(env.MEDIA_DIR), file);
      await until(() => existsSync(place));
      child.kill("SIGTERM");
      const [code, signal] = (await gone) as [number | null, string | null];
      expect([0, null]).toContain(code);
      expect(["SIGTERM", null]).toContain(signal);
    },
  );

  test("to npm start ends the site too, and no script leaves a shell between npm and its program", async () => {
    const scripts = readFileSync("package.json", "utf8");
    for (const name of ["start", "demo", "dev", "worker"])
      expect(scripts).toContain(`"${name}": "exec node `);
    const env = await settingsOf();
    const npm = startChild("npm", ["start"], [], env);
    const health = () =>
      fetch(`http://127.0.0.1:${env.PORT}/healthz`).catch(() => undefined);
    await until(health);
    // A second one ends before it touches the packages or the build of the first.
    const said: string[] = [];
    const script = ["scripts/start.mjs"];
    const second = startChild(process.execPath, script, said, env);
    expect(await once(second, "close")).toEqual([1, null]);
    expect(said.join("")).toMatch(/^Port \d+ is in use\.[^\n]*$/);
    npm.kill("SIGTERM");
    await once(npm, "close");
    await until(async () => !(await health()));
  });
});
