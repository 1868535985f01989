import { rm, stat, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { Job } from "#domain/jobs/answers.ts";
import { newFind } from "#tests/setup/calls/find-calls.ts";
import { doJob, readJob, startJob } from "#tests/setup/calls/jobs.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { cookie, get, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();

const CREATE = "/api/create-images";
const NOTHING_TO_DO = "0 images made. Every picture has its images already";
const create = (body: object) => doJob(site, cookie, CREATE, body);

let rocks = 0;
/** Adds a find with two pictures to a new rock. Tells its folder, the files in it, and when each was written. */
async function addFind() {
  const rockNumber = String(++rocks);
  const images = ["plain.png", "progressive.jpg"];
  const { uuid } = await newFind({ rockNumber }, images);
  const folder = `rocks/${rockNumber}/${uuid}`;
  const files = filesBelow(site.inStore(folder));
  const made = files.filter((file) => file.endsWith(".webp"));
  const [original] = files.filter((file) => file.startsWith("original/"));
  const readTimes = () =>
    Promise.all(
      made.map(
        async (file) => (await stat(site.inStore(folder, file))).mtimeMs,
      ),
    );
  return {
    folder,
    path: `media/rocks/${rockNumber}`,
    made,
    original,
    readTimes,
  };
}

/** Reads a job's events until the site closes the stream. */
async function readEvents(jobId: string): Promise<Job[]> {
  const answer = await get(`/api/jobs/${jobId}/events`, { cookie });
  expect(answer.headers.get("content-type")).toMatch(/^text\/event-stream/);
  const blocks = (await answer.text()).split("\n\n");
  expect(blocks.pop()).toBe("");
  // A comment keeps the connection open while nothing changes.
  const events = blocks.filter((block) => !block.startsWith(":"));
  return events.map((block) => {
    expect(block).toMatch(/^data: \{.*\}$/);
    return JSON.parse(block.slice("data: ".length)) as Job;
  });
}

test("Create Images makes what is missing below media/rocks, and nothing else", async () => {
  const { folder, made, readTimes } = await addFind();
  const before = await readTimes();
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
  const after = await readTimes();
  const missing = made[0]!.split("/")[1];
  expect(after.map((time, n) => time !== before[n])).toEqual(
    made.map((file) => file.endsWith(`/${missing}`)),
  );
  expect((await create({})).message).toBe(NOTHING_TO_DO);
});

test("Create Images says which images failed, and why, and tells of each change until the end", async () => {
  const { folder, path, original, readTimes } = await addFind();
  const before = await readTimes();
  await writeFile(site.inStore(folder, original!), "not an image");
  const again = { path, regenerate: true };
  const { job_id } = (await startJob(site, cookie, CREATE, again)).body;
  const events = await readEvents(job_id);
  const { failures, ...job } = await readJob(site, cookie, job_id);
  const message = "1 image made, 1 failed";
  expect(job).toMatchObject({ state: "succeeded", done: 2, total: 2, message });
  const error = expect.stringMatching(
    /^This picture can’t be opened/,
  ) as string;
  expect(failures).toEqual([{ picture: `${folder}/${original}`, error }]);
  // The old derivatives stay as they are.
  const after = await readTimes();
  expect(after.filter((time, n) => time !== before[n])).toHaveLength(3);
  expect((await create({ path })).message).toBe(NOTHING_TO_DO);

  expect(events.at(-1)).toEqual(job);
  const kept = new Set(events.map((event) => JSON.stringify(event)));
  expect(kept.size).toBe(events.length);
  const order = ["queued", "running", "succeeded"];
  const states = events.map(({ state }) => order.indexOf(state));
  expect(states).toEqual(states.toSorted());
  // A job that has ended has only one event.
  expect(await readEvents(job_id)).toEqual([job]);
});
