import { rm, stat, writeFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { filesBelow } from "#tests/setup/files.ts";
import { startJob } from "#tests/setup/calls/jobs.ts";
import {
  cookie,
  setUpQueueSite,
  setUpSite,
  site,
} from "#tests/setup/vitest/site.ts";
import { addFind, create, readEvents } from "#tests/setup/calls/image-jobs.ts";

/** When each file was written. */
const timesOf = (folder: string, files: string[]) =>
  Promise.all(
    files.map(async (file) => (await stat(site.inStore(folder, file))).mtimeMs),
  );

describe.each(["embedded", "BullMQ"])("with the %s engine", (engine) => {
  if (engine === "embedded") setUpSite();
  else setUpQueueSite({ workers: 1 });

  test("makes what is missing below media/rocks, and nothing else", async () => {
    const { folder, made } = await addFind();
    const before = await timesOf(folder, made);
    await rm(site.inStore(folder, made[0]!));
    const job = await create({});
    expect(job).toMatchObject({
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
    expect((await create({})).message).toBe(
      "0 images made. Every picture has its images already",
    );
  });

  test("makes everything below a folder again with regenerate @soak", async () => {
    const here = await addFind();
    const there = await addFind();
    const before = await timesOf(here.folder, here.made);
    const untouched = await timesOf(there.folder, there.made);
    const job = await create({ path: here.rock, regenerate: true });
    expect(job).toMatchObject({ done: 2, total: 2, message: "2 images made" });
    const after = await timesOf(here.folder, here.made);
    expect(after.every((time, n) => time > before[n]!)).toBe(true);
    expect(await timesOf(there.folder, there.made)).toEqual(untouched);
  });

  test("shares many images out, and counts them as they are made @soak", async () => {
    const finds = [];
    for (let n = 0; n < 5; n++)
      finds.push(await addFind(Array<string>(5).fill("plain.png")));
    for (const { folder } of finds)
      await rm(site.inStore(folder, "webp"), { recursive: true });
    const { job_id } = (await startJob(site, cookie, "/api/create-images"))
      .body;
    const events = await readEvents(job_id);
    expect(events.at(-1)).toMatchObject({
      state: "succeeded",
      done: 25,
      total: 25,
      message: "25 images made",
    });
    const counts = events.filter(({ total }) => total === 25);
    expect(counts.map(({ done }) => done)).toEqual(
      counts.map(({ done }) => done).sort((a, b) => a - b),
    );
    expect(counts.some(({ done }) => done % 20 > 0 && done < 25)).toBe(true);
    for (const { folder, made } of finds)
      expect(
        filesBelow(site.inStore(folder)).filter((f) => f.endsWith(".webp")),
      ).toEqual(made);
  });

  test("says which images failed, and why", async () => {
    const { folder, rock, originals, made } = await addFind();
    const before = await timesOf(folder, made);
    await writeFile(site.inStore(folder, originals[0]!), "not an image");
    const job = await create({ path: rock, regenerate: true });
    expect(job).toMatchObject({
      state: "succeeded",
      done: 2,
      total: 2,
      message: "1 image made, 1 failed",
      failures: [
        {
          picture: `${folder}/${originals[0]}`,
          error: expect.stringMatching(/^Only image files are allowed/),
        },
      ],
    });
    // The old derivatives stay as they are.
    const after = await timesOf(folder, made);
    expect(after.filter((time, n) => time !== before[n])).toHaveLength(3);
    expect((await create({ path: rock })).message).toBe(
      "0 images made. Every picture has its images already",
    );
  });
});
