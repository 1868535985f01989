import { existsSync } from "node:fs";
import sharp from "sharp";
import { beforeEach, expect, test } from "vitest";
import { beginUpload } from "#tests/setup/calls/held-upload.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { imageProcessesOf } from "#tests/setup/processes/processes.ts";
import { until } from "#tests/setup/until.ts";
import { setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();
beforeEach(() => site.untilTidy());

const IMAGES = ["portrait.heic", "orientation-6.jpg", "photo.avif"];
const imageProcesses = () => imageProcessesOf(site.pid());

async function expectWhole(uuid: string) {
  await site.untilTidy();
  expect(
    site.query(
      `SELECT ready, error FROM rock_post_images JOIN rock_posts USING (rps_key) WHERE uuid = '${uuid}'`,
    ),
  ).toEqual(Array(3).fill({ ready: 1, error: null }));
  const folder = site.inStore("rocks/214", uuid);
  const made = filesBelow(folder).filter((file) => file.endsWith(".webp"));
  expect(made).toHaveLength(9);
  for (const file of made)
    await sharp(`${folder}/${file}`, { failOn: "warning" }).raw().toBuffer();
}

test("kill -9 of the site in mid-upload leaves no row and no file, and the retry succeeds", async () => {
  const stored = () => [filesBelow(site.mediaDir), site.count("rock_posts")];
  const before = stored();
  await beginUpload();
  await site.kill("SIGKILL");
  await site.restart();
  expect(stored()).toEqual(before);
  expect((await site.sendFind()).status).toBe(201);
});

test("kill -9 of the site right after the 201 keeps the find, whose derivatives follow after the restart", async () => {
  const { uuid } = await site.addFind(findFields, IMAGES);
  await site.kill("SIGKILL");
  await site.restart();
  await expectWhole(uuid);
  expect(site.count("jobs WHERE state <> 'succeeded'")).toBe(0);
});

test("kill -9 of the image process in mid-image, twice: every derivative is made by another, whole and once", async () => {
  const { uuid } = await site.addFind(findFields, IMAGES);
  for (let killed = 0; killed < 2; killed++) {
    const pid = await until(async () =>
      site.count("jobs WHERE state = 'running'") > 0
        ? (await imageProcesses())[0]
        : undefined,
    );
    process.kill(pid, "SIGKILL");
    await until(async () => !(await imageProcesses()).includes(pid));
  }
  await expectWhole(uuid);
});

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
  await until(() => site.lines.find((line) => line.includes("stopping")));
  expect((await upload.finish()).status).toBe(201);
  expect(await ended).toBe(0);
});
