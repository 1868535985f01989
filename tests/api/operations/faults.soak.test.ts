import { mkdir, rm, writeFile } from "node:fs/promises";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { beginUpload } from "#tests/setup/calls/held-upload.ts";
import { imageProcessesOf } from "#tests/setup/processes/processes.ts";
import { until } from "#tests/setup/until.ts";
import { setUpSite, site } from "#tests/setup/vitest/site.ts";

const rows = (table: string) =>
  site.query<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)[0]!.n;

/** The images of a find, and whether all is well with them. */
const imagesOf = (uuid: string) =>
  site.query(
    `SELECT ready, error FROM rock_post_images JOIN rock_posts USING (rps_key) WHERE uuid = '${uuid}'`,
  );

const imageProcesses = () => imageProcessesOf(site.pid());

/** Sends a find and returns its id. */
async function send(images: string[]) {
  const answer = await site.sendFind(findFields, images);
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { uuid: string }).uuid;
}

describe("kill -9 of the site", () => {
  setUpSite();
  beforeEach(() => site.untilTidy());

  test("in mid-upload leaves no row and no file, and the retry succeeds", async () => {
    const before = {
      files: filesBelow(site.mediaDir),
      finds: rows("rock_posts"),
    };
    await beginUpload();
    await site.kill("SIGKILL");
    await site.restart();
    expect(filesBelow(site.mediaDir)).toEqual(before.files);
    expect(rows("rock_posts")).toBe(before.finds);
    expect((await site.sendFind()).status).toBe(201);
  });

  test("right after the 201 keeps post and originals, and the derivatives follow after the restart", async () => {
    const before = { finds: rows("rock_posts"), jobs: rows("jobs") };
    const uuid = await send([
      "orientation-6.jpg",
      "portrait.heic",
      "plain.png",
    ]);
    await site.kill("SIGKILL");
    await site.restart();
    await site.untilTidy();
    const files = filesBelow(`${site.mediaDir}/rocks/214/${uuid}`);
    expect(files.filter((file) => file.startsWith("original/"))).toHaveLength(
      3,
    );
    expect(files.filter((file) => file.endsWith(".webp"))).toHaveLength(9);
    expect(imagesOf(uuid)).toEqual(Array(3).fill({ ready: 1, error: null }));
    const jobs = site.query<{ state: string }>(
      `SELECT state FROM jobs ORDER BY rowid LIMIT -1 OFFSET ${before.jobs}`,
    );
    expect(new Set(jobs.map(({ state }) => state))).toEqual(
      new Set(["succeeded"]),
    );
    expect(rows("rock_posts")).toBe(before.finds + 1);
  });

  test("between the move of the originals and their rows leaves nothing public behind", async () => {
    const before = filesBelow(site.mediaDir);
    await site.kill("SIGKILL");
    const uuid = "00000000-0000-4000-8000-000000000001";
    await mkdir(`${site.mediaDir}/rocks/9/${uuid}/original`, {
      recursive: true,
    });
    await writeFile(`${site.mediaDir}/rocks/9/${uuid}/original/a.jpg`, "moved");
    await mkdir(`${site.mediaDir}/tmp/incoming/${uuid}`, { recursive: true });
    await writeFile(`${site.mediaDir}/tmp/incoming/${uuid}/moving-to-9`, "");
    await site.restart();
    expect(filesBelow(site.mediaDir)).toEqual(before);
  });
});

describe("kill -9 of the image process", () => {
  setUpSite();

  test("in mid-image, twice: every derivative is made by another, whole and once", async () => {
    const uuid = await send([
      "portrait.heic",
      "orientation-6.jpg",
      "photo.avif",
    ]);
    for (let killed = 0; killed < 2; killed++) {
      const pid = await until(async () => {
        const running = site.query<{ n: number }>(
          "SELECT count(*) AS n FROM jobs WHERE state = 'running'",
        )[0]!.n;
        return running > 0 ? (await imageProcesses())[0] : undefined;
      });
      process.kill(pid, "SIGKILL");
      await until(async () =>
        (await imageProcesses()).includes(pid) ? undefined : true,
      );
    }
    await site.untilIdle();
    expect(imagesOf(uuid)).toEqual(Array(3).fill({ ready: 1, error: null }));
    const folder = site.inStore("rocks/214", uuid);
    const files = filesBelow(folder);
    expect(files.filter((file) => file.endsWith(".webp"))).toHaveLength(9);
    for (const file of files.filter((name) => name.endsWith(".webp")))
      await sharp(`${folder}/${file}`, { failOn: "warning" }).raw().toBuffer();
  });

  test("ends with its site, however the site ends", async () => {
    await site.sendFind();
    const pid = await until(async () => (await imageProcesses())[0]);
    await site.kill("SIGKILL");
    await until(() => {
      try {
        process.kill(pid, 0);
        return undefined;
      } catch {
        return true;
      }
    });
  });
});

describe("a site", () => {
  setUpSite();

  test("sets a picture whose original is gone aside with its reason, and its queue goes on", async () => {
    const uuid = await send(["orientation-6.jpg"]);
    await site.untilIdle();
    await site.kill("SIGTERM");
    const jobs = site.query<{ job_id: string }>(
      "SELECT job_id FROM jobs ORDER BY rowid",
    );
    site.alter(
      `UPDATE jobs SET state = 'queued', attempts = 2 WHERE job_id = '${jobs.at(-1)!.job_id}'`,
    );
    await rm(site.inStore("rocks/214", uuid, "original"), { recursive: true });
    await site.restart();
    await send(["plain.png"]);
    await site.untilIdle();
    expect(
      site.query(
        `SELECT state, error IS NOT NULL AS told FROM jobs ORDER BY rowid LIMIT -1 OFFSET ${jobs.length - 1}`,
      ),
    ).toEqual([
      { state: "failed", told: 1 },
      { state: "succeeded", told: 0 },
    ]);
  });

  test("finishes and answers an upload that runs at SIGTERM, and ends with 0", async () => {
    const upload = await beginUpload();
    const ended = site.kill("SIGTERM");
    await until(() => site.lines.find((line) => line.includes("stopping")));
    expect((await upload.finish()).status).toBe(201);
    expect(await ended).toBe(0);
  });
});
