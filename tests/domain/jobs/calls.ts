import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { getDb } from "#db/client.server.ts";
import { jobs, rocks } from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import {
  claimJob,
  recordJob,
  startDueJobs,
  type JobRow,
} from "#domain/jobs/ledger.server.ts";
import { finishJob } from "#domain/engines/outcomes.server.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { originalIn } from "#domain/store/paths.ts";
import { writeInStore } from "#tests/setup/own-store.ts";
import { addRock, readColumn } from "#tests/setup/rows.ts";
import { until } from "#tests/setup/until.ts";

let rockNumber = 1;
const addRocks = (names: string[]) =>
  names.map((original_file) => addRock(rockNumber++, { original_file }).rc_key);

export function record(...names: string[]) {
  const keys = addRocks(names);
  const pictures = keys.map((key) => ({ of: "catalogue" as const, key }));
  const job = write((tx) => recordJob(tx, "derive", { pictures }));
  startDueJobs();
  return { keys, job };
}

/** Records a large job for pictures of these names, and divides it without an engine. */
export async function plan(...names: string[]) {
  addRocks(names);
  const job = write((tx) =>
    recordJob(tx, "create-images", { folder: "", regenerate: true }),
  );
  const claimed = claimJob()!;
  expect(claimed.job_id).toBe(job);
  for (const { folder, original_file } of getDb().select().from(rocks).all())
    writeInStore(originalIn(folder, original_file), original_file);
  await finishJob(claimed, undefined);
  return job;
}

export const jobOf = (id: string) =>
  getDb().select().from(jobs).where(eq(jobs.job_id, id)).get()!;
export const childrenOf = (id: string) =>
  getDb().select().from(jobs).where(eq(jobs.parent_id, id)).all();
export const rockOf = (key: number) =>
  getDb().select().from(rocks).where(eq(rocks.rc_key, key)).get()!;

const isOver = ({ state }: JobRow) => ["succeeded", "failed"].includes(state);
export const untilOver = (id: string) =>
  until(() => isOver(jobOf(id)) && jobOf(id));
/** Waits until all jobs are over. Between two looks, it runs `meanwhile`. */
export const untilAllOver = (meanwhile = () => {}) =>
  until(() => {
    meanwhile();
    return getDb().select().from(jobs).all().every(isOver);
  });

export function hurry() {
  const waiting = getDb()
    .update(jobs)
    .set({ run_after: 0 })
    .where(eq(jobs.state, "queued"))
    .run();
  if (waiting.changes > 0) startDueJobs();
}

/** The keys of rocks to which a result was applied, one for each time. */
export const applied = () =>
  readColumn("SELECT rc_key FROM applied ORDER BY rc_key");

/** The names of the pictures that the stand-in process has begun, in order. */
export const begun = async () =>
  (await readFile(path.join(onDisk(""), "begun"), "utf8").catch(() => ""))
    .split("\n")
    .filter(Boolean);
export const untilBegun = (count: number) =>
  until(async () => (await begun()).length === count);

/** Lets the stand-in process finish the pictures that it holds. */
export const letGo = () => writeFile(onDisk("go"), "");
