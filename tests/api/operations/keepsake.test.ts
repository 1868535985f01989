import { existsSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { makeFolder } from "#tests/setup/calls/backup.ts";
import { addManyRocks, fillKeptSite, readZip } from "#tests/setup/kept-site.ts";
import { takeStoreAway } from "#tests/setup/processes/volume.ts";
import { until } from "#tests/setup/until.ts";
import {
  call,
  expectStatuses,
  send,
  setUpSite,
  site,
  statusOf,
} from "#tests/setup/vitest/site.ts";

setUpSite();
beforeAll(() => {
  const own = () =>
    rmSync(site.inStore("keepsake"), { recursive: true, force: true });
  own();
  return own;
});

const ROCKS = 1200;

const start = async (form: string) =>
  (await call("POST /api/keepsake", { form })).body.job_id;

async function untilEnded(id: string) {
  await site.untilIdle();
  return (await call(`GET /api/jobs/${id}`)).body;
}

async function download(form: string) {
  const answer = await send(`GET /api/keepsake/${form}.zip`);
  expect(answer.status).toBe(200);
  const file = path.join(await makeFolder(), "rocks.zip");
  await writeFile(file, Buffer.from(await answer.arrayBuffer()));
  return {
    headers: Object.fromEntries(answer.headers),
    files: await readZip(file),
  };
}

describe("a keepsake", () => {
  test("is made as a job, and sent to the admin alone", async () => {
    fillKeptSite({ exec: (sql) => site.alter(sql) }, site.mediaDir);
    await expectStatuses([
      ["GET /api/keepsake/public.zip", 404],
      ["POST /api/keepsake", 400, { form: "secret" }],
    ]);
    const id = await start("public");
    expect(await untilEnded(id)).toMatchObject({
      kind: "keepsake",
      state: "succeeded",
      message: expect.stringMatching(/^9 pages and \d+ pictures$/),
    });

    const { headers, files } = await download("public");
    expect(headers).toMatchObject({
      "content-type": "application/zip",
      "content-disposition": 'attachment; filename="keepsake-public.zip"',
      "cache-control": "no-store",
      "content-length": expect.stringMatching(/^\d+$/) as string,
    });
    expect(files.has("rocks/0/7.html")).toBe(true);
    await expectStatuses([
      ["GET /media/keepsake/public.zip", 404],
      ["GET /api/keepsake/..%2Fx.zip", 404],
    ]);
  });

  test("is made anew after the site was killed, and is whole then @soak", async () => {
    addManyRocks({ exec: (sql) => site.alter(sql) }, ROCKS);
    const id = await start("private");
    // Whoever asks again joins the job.
    expect(await start("private")).toBe(id);
    await until(() =>
      existsSync(site.inStore("tmp/keepsake", id, "keepsake.zip")),
    );
    await site.kill("SIGKILL");
    expect(existsSync(site.inStore("keepsake/private.zip"))).toBe(false);
    await site.restart();
    expect(await untilEnded(id)).toMatchObject({
      state: "succeeded",
      error: null,
    });
    const { files } = await download("private");
    // The tests before may have left some rocks of their own.
    const pages = [...files.keys()].filter((file) =>
      /^rocks\/\d+\/\d+\.html$/.test(file),
    );
    expect(pages.length).toBeGreaterThanOrEqual(ROCKS);
    expect(files.has("backup/manifest.json")).toBe(true);
    expect(existsSync(site.inStore("tmp/keepsake", id))).toBe(false);
    expect(await statusOf("GET /media/keepsake/private.zip")).toBe(404);
  });

  test("is refused while the store is away, with a sentence that says so", async () => {
    const store = takeStoreAway(site);
    onTestFinished(store.bringBack);
    expect(await call("POST /api/keepsake", { form: "public" })).toMatchObject({
      status: 503,
      body: { error: expect.stringContaining("is not there at the moment") },
    });
  });
});
