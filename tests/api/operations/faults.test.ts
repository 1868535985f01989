import { once } from "node:events";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import {
  alter,
  findFields,
  query,
  sendFind,
  untilIdle,
  untilTidy,
} from "#tests/setup/calls/site-calls.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { beginUpload } from "#tests/setup/calls/held-upload.ts";
import { imageProcessesOf } from "#tests/setup/processes/processes.ts";
import { until } from "#tests/setup/until.ts";
import { setUpSiteForEachTest, site } from "#tests/setup/vitest/site.ts";

setUpSiteForEachTest();

const rows = (table: string) =>
  query<{ n: number }>(site, `SELECT count(*) AS n FROM ${table}`)[0]!.n;

const imageProcesses = () => imageProcessesOf(site.pid());

describe("kill -9 of the site", () => {
  test("in mid-upload leaves no row and no file, and the retry succeeds", async () => {
    const { hostname, port } = new URL(site.baseURL);
    const sending = httpRequest({
      hostname,
      port,
      path: "/api/upload-rock",
      method: "POST",
      headers: {
        "Content-Type": "multipart/form-data; boundary=b",
        "Content-Length": 5_000_000,
      },
    });
    const broken = once(sending, "error");
    sending.write(
      '--b\r\nContent-Disposition: form-data; name="images"; filename="a.jpg"\r\n\r\n',
    );
    sending.write(Buffer.alloc(500_000));
    await until(() =>
      filesBelow(site.mediaDir).length > 0 ? true : undefined,
    );
    await site.kill("SIGKILL");
    await broken;
    await site.restart();
    expect(filesBelow(site.mediaDir)).toEqual([]);
    expect(rows("rock_posts")).toBe(0);
    expect((await sendFind(site)).status).toBe(201);
  });

  test("right after the 201 keeps post and originals, and the derivatives follow after the restart", async () => {
    const answer = await sendFind(site, findFields, [
      "orientation-6.jpg",
      "portrait.heic",
      "plain.png",
    ]);
    expect(answer.status).toBe(201);
    const { uuid } = (await answer.json()) as { uuid: string };
    await site.kill("SIGKILL");
    await site.restart();
    await untilTidy(site);
    const files = filesBelow(`${site.mediaDir}/rocks/214/${uuid}`);
    expect(files.filter((file) => file.startsWith("original/"))).toHaveLength(
      3,
    );
    expect(files.filter((file) => file.endsWith(".webp"))).toHaveLength(6);
    expect(query(site, "SELECT ready, error FROM rock_post_images")).toEqual(
      Array(3).fill({ ready: 1, error: null }),
    );
    expect(query(site, "SELECT DISTINCT state FROM jobs")).toEqual([
      { state: "succeeded" },
    ]);
    expect(rows("rock_posts")).toBe(1);
  });

  test("between the move of the originals and their rows leaves nothing public behind", async () => {
    await site.kill("SIGKILL");
    const uuid = "00000000-0000-4000-8000-000000000001";
    await mkdir(`${site.mediaDir}/rocks/9/${uuid}/original`, {
      recursive: true,
    });
    await writeFile(`${site.mediaDir}/rocks/9/${uuid}/original/a.jpg`, "moved");
    await mkdir(`${site.mediaDir}/tmp/incoming/${uuid}`, { recursive: true });
    await writeFile(`${site.mediaDir}/tmp/incoming/${uuid}/moving-to-9`, "");
    await site.restart();
    expect(filesBelow(site.mediaDir)).toEqual([]);
  });
});

describe("kill -9 of the image process", () => {
  test("in mid-image, twice: every derivative is made by another, whole and once", async () => {
    const answer = await sendFind(site, findFields, [
      "portrait.heic",
      "orientation-6.jpg",
      "photo.avif",
    ]);
    expect(answer.status).toBe(201);
    for (let killed = 0; killed < 2; killed++) {
      const pid = await until(async () => {
        const running = query<{ n: number }>(
          site,
          "SELECT count(*) AS n FROM jobs WHERE state = 'running'",
        )[0]!.n;
        return running > 0 ? (await imageProcesses())[0] : undefined;
      });
      process.kill(pid, "SIGKILL");
      await until(async () =>
        (await imageProcesses()).includes(pid) ? undefined : true,
      );
    }
    await untilIdle(site);
    expect(query(site, "SELECT ready, error FROM rock_post_images")).toEqual(
      Array(3).fill({ ready: 1, error: null }),
    );
    const files = filesBelow(`${site.mediaDir}/rocks`);
    expect(files.filter((file) => file.endsWith(".webp"))).toHaveLength(6);
    for (const file of files.filter((name) => name.endsWith(".webp")))
      await sharp(`${site.mediaDir}/rocks/${file}`, {
        failOn: "warning",
      }).stats();
  });

  test("ends with its site, however the site ends", async () => {
    await sendFind(site);
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

test("a picture whose original is gone is set aside with its reason, and the queue goes on", async () => {
  const first = (await (
    await sendFind(site, findFields, ["orientation-6.jpg"])
  ).json()) as { uuid: string };
  await untilIdle(site);
  await site.kill("SIGTERM");
  alter(site, "UPDATE jobs SET state = 'queued', attempts = 2");
  await rm(`${site.mediaDir}/rocks/214/${first.uuid}/original`, {
    recursive: true,
  });
  await site.restart();
  const second = await sendFind(site, findFields, ["plain.png"]);
  expect(second.status).toBe(201);
  await untilIdle(site);
  expect(
    query(
      site,
      "SELECT state, error IS NOT NULL AS told FROM jobs ORDER BY rowid",
    ),
  ).toEqual([
    { state: "failed", told: 1 },
    { state: "succeeded", told: 0 },
  ]);
});

test("SIGTERM while an upload runs: it is finished, answered, and the site ends with 0", async () => {
  const upload = await beginUpload(site);
  const ended = site.kill("SIGTERM");
  await until(() => site.lines.find((line) => line.includes("stopping")));
  expect((await upload.finish()).status).toBe(201);
  expect(await ended).toBe(0);
});
