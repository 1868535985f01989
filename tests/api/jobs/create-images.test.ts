import { rm, stat, writeFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { addFind, create, readEvents } from "#tests/setup/calls/image-jobs.ts";
import { readJob, startJob } from "#tests/setup/calls/jobs.ts";
import { call, cookie, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();

/** When each file was written. */
const timesOf = (folder: string, files: string[]) =>
  Promise.all(
    files.map(async (file) => (await stat(site.inStore(folder, file))).mtimeMs),
  );
const NOTHING_TO_DO = "0 images made. Every picture has its images already";

describe("Create Images", () => {
  test("makes what is missing below media/rocks, and nothing else", async () => {
    const { folder, made } = await addFind();
    const before = await timesOf(folder, made);
    await rm(site.inStore(folder, made[0]!));
    expect(await create({})).toMatchObject({
      kind: "create-images",
      state: "succeeded",
      done: 1,
      total: 1,
      message: "1 image made",
      error: null,
      failures: [],
    });
    const after = await timesOf(folder, made);
    const missing = made[0]!.split("/")[1];
    expect(after.map((time, n) => time !== before[n])).toEqual(
      made.map((file) => file.endsWith(`/${missing}`)),
    );
    expect((await create({})).message).toBe(NOTHING_TO_DO);
  });

  test("says which images failed, and why, and tells of each change until the end", async () => {
    const { folder, rock, originals, made } = await addFind();
    const before = await timesOf(folder, made);
    await writeFile(site.inStore(folder, originals[0]!), "not an image");
    const again = { path: rock, regenerate: true };
    const { job_id } = (
      await startJob(site, cookie, "/api/create-images", again)
    ).body;
    const events = await readEvents(job_id);
    const { failures, ...job } = await readJob(site, cookie, job_id);
    expect(job).toMatchObject({
      state: "succeeded",
      done: 2,
      total: 2,
      message: "1 image made, 1 failed",
    });
    expect(failures).toEqual([
      {
        picture: `${folder}/${originals[0]}`,
        error: expect.stringMatching(/^Only image files are allowed/) as string,
      },
    ]);
    // The old derivatives stay as they are.
    const after = await timesOf(folder, made);
    expect(after.filter((time, n) => time !== before[n])).toHaveLength(3);
    expect((await create({ path: rock })).message).toBe(NOTHING_TO_DO);

    expect(events.at(-1)).toEqual(job);
    const kept = new Set(events.map((event) => JSON.stringify(event)));
    expect(kept.size).toBe(events.length);
    const order = ["queued", "running", "succeeded"];
    const states = events.map(({ state }) => order.indexOf(state));
    expect(states).toEqual(states.toSorted());
    // A job that has ended has only one event.
    expect(await readEvents(job_id)).toEqual([job]);
  });
});

test("a folder that isn't there and a job that is unknown are refused", async () => {
  const { status, body } = await call("POST /api/create-images", {
    path: "media/rocks/../..",
  });
  expect([status, Object.keys(body.fields!)]).toEqual([400, ["path"]]);
  for (const request of ["GET /api/jobs/none", "DELETE /api/jobs/none"])
    expect((await call(request)).status).toBe(404);
  const events = await call("GET /api/jobs/none/events");
  expect(events.status).toBe(404);
});
