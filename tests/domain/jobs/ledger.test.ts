import { beforeEach, expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { jobs } from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import { failTry, finishJob } from "#domain/engines/outcomes.server.ts";
import { JobError, readTask } from "#domain/jobs/catalogue.ts";
import { claimJob, endLeases, recordJob } from "#domain/jobs/ledger.server.ts";
import { startCreateImages } from "#domain/jobs/start-jobs.server.ts";
import { emptyOwnStore, writeInStore } from "#tests/setup/own-store.ts";

beforeEach(emptyOwnStore);

const readJobs = () => getDb().select().from(jobs).all();
const recordSync = () => write((tx) => recordJob(tx, "sync-albums", {}));

test("a keepsake is the site's own job: no worker is given one, nor takes one", () => {
  const id = write((tx) => recordJob(tx, "keepsake", { form: "public" }));
  expect(claimJob("worker")).toBeUndefined();
  expect(claimJob("site")).toMatchObject({ job_id: id, state: "running" });
  // The workers' engine that starts now leaves it alone.
  endLeases("worker");
  expect(claimJob("site")).toBeUndefined();
  endLeases("site");
  expect(claimJob("site")?.job_id).toBe(id);
  expect(() => readTask("worker", "keepsake", { form: "public" })).toThrow(
    "too old",
  );
});

test.each([
  ["that a clock which was days ahead has set is over", 3 * 86_400_000, true],
  ["that is still to come is waited for", 30_000, false],
])("a time of a job's next try %s", (_, ms, isDue) => {
  recordSync();
  getDb()
    .update(jobs)
    .set({ run_after: Date.now() + ms })
    .run();
  expect(claimJob() !== undefined).toBe(isDue);
});

test("a sync that is done a second time, or fails after it was done, makes its photos once", async () => {
  writeInStore("albums/sea/a.jpg", Buffer.from("a picture"));
  recordSync();
  const sync = claimJob()!;
  await finishJob(sync, undefined);
  const before = readJobs();
  expect(before).toHaveLength(2);
  await finishJob(sync, undefined);
  expect(readJobs()).toEqual(before);
  await failTry(sync, new JobError("error", "Redis has lost it."));
  expect(readJobs()).toEqual(before);
});

const start = (path = "media/rocks", regenerate = false) =>
  startCreateImages(path, regenerate);

test("a job is joined by another start on its folder, unless that asks for more", async () => {
  const first = await start();
  expect(await start()).toBe(first);
  expect(await start("media/rocks/")).toBe(first);
  expect(await start("media/albums")).not.toBe(first);
  const all = await start("media/rocks", true);
  expect(all).not.toBe(first);
  expect(await start("media/rocks", true)).toBe(all);
  expect(readJobs()).toHaveLength(3);
});

test.each([
  "",
  "/",
  "rocks",
  "media/rocks/987654",
  "media/other",
  "media/tmp",
  "media/..",
  "media/rocks/../..",
  "media/rocks/%2e%2e",
  "../media",
  "/etc",
  "media\\rocks",
  "media/rocks\u0000",
  "media//rocks",
])("the folder %j is refused, and nothing is recorded", async (folder) => {
  const before = readJobs();
  await expect(start(folder)).rejects.toMatchObject({
    kind: "bad_input",
    fields: { path: expect.any(String) as string },
  });
  expect(readJobs()).toEqual(before);
});

test("a worker does what it knows of a later version's job, and refuses what it does not know", () => {
  const task = { id: 0, original: "a.jpg", outputs: { sm: "a.webp" } };
  const read = (name: string, data: object) => readTask("worker", name, data);
  const later = { version: 9, tasks: [{ ...task, mood: "unknown" }] };
  expect(read("derive", later).data).toEqual({ tasks: [task] });
  const film = { tasks: [{ ...task, outputs: { film: "a.film" } }] };
  expect(() => read("derive", film)).toThrow("too old");
  expect(() => read("make-film", { reel: 1 })).toThrow("too old");
});
