import { expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { jobs } from "#db/schema.ts";
import { readTask } from "#domain/jobs/catalogue.ts";
import { startCreateImages } from "#domain/jobs/start-jobs.server.ts";

const start = (path = "media/rocks", regenerate = false) =>
  startCreateImages(path, regenerate);
const countJobs = () => getDb().select().from(jobs).all().length;

test("a job is joined by another start on its folder, unless that asks for more", async () => {
  const first = await start();
  expect(await start()).toBe(first);
  expect(await start("media/rocks/")).toBe(first);
  expect(await start("media/albums")).not.toBe(first);
  const all = await start("media/rocks", true);
  expect(all).not.toBe(first);
  expect(await start("media/rocks", true)).toBe(all);
  expect(countJobs()).toBe(3);
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
  const before = countJobs();
  await expect(start(folder)).rejects.toMatchObject({
    kind: "bad_input",
    fields: { path: expect.any(String) as string },
  });
  expect(countJobs()).toBe(before);
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
