import { expect } from "vitest";
import type { Job } from "#domain/jobs/answers.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { doJob } from "#tests/setup/calls/jobs.ts";
import { cookie, site } from "#tests/setup/vitest/site.ts";

let lastRock = 0;
/** Sends a find of a new rock, and waits for its derivatives. Returns its folder and the files in it. */
export async function addFind(images = ["plain.png", "progressive.jpg"]) {
  const rockNumber = String(++lastRock);
  const answer = await site.sendFind({ ...findFields, rockNumber }, images);
  const { uuid } = (await answer.json()) as { uuid: string };
  await site.untilIdle();
  const folder = `rocks/${rockNumber}/${uuid}`;
  const files = filesBelow(site.inStore(folder));
  return {
    folder,
    rock: `media/rocks/${rockNumber}`,
    made: files.filter((file) => file.endsWith(".webp")),
    originals: files.filter((file) => file.startsWith("original/")),
  };
}

export const create = (body: unknown) =>
  doJob(site, cookie, "/api/create-images", body);

/** Reads a job's events until the site closes the stream. */
export async function readEvents(jobId: string): Promise<Job[]> {
  const answer = await site.fetch(`/api/jobs/${jobId}/events`, {
    headers: { cookie },
  });
  expect(answer.status).toBe(200);
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
