import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { getDb } from "#db/client.server.ts";
import { jobs, rocks } from "#db/schema.ts";
import {
  claimJob,
  recordJob,
  startDueJobs,
  type JobRow,
} from "#domain/jobs/ledger.server.ts";
import { finishJob } from "#domain/engines/outcomes.server.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { addRock } from "#tests/setup/rows.ts";
import { until } from "#tests/setup/until.ts";

let rockNumber = 1;
/** Adds rocks to the catalogue, whose pictures have these names. Returns their keys. */
const addRocks = (names: string[]) =>
  names.map((original_file) => addRock(rockNumber++, { original_file }).rc_key);

const recordFor = (keys: number[]) => {
  const id = getDb().transaction((tx) =>
    recordJob(tx, "derive", {
      pictures: keys.map((key) => ({ of: "catalogue" as const, key })),
    }),
  );
  startDueJobs();
  return id;
};

export function record(names: string[]) {
  const keys = addRocks(names);
  return { keys, job: recordFor(keys) };
}

/** Records a job for pictures of these names. `parts` divides it without an engine. */
export function plan(names: string[]) {
  addRocks(names);
  return getDb().transaction((tx) =>
    recordJob(tx, "create-images", { folder: "", regenerate: true }),
  );
}

export async function parts(job: string) {
  const claimed = claimJob()!;
  expect(claimed.job_id).toBe(job);
  const originals = getDb()
    .select()
    .from(rocks)
    .all()
    .map(({ rock_number, original_file }) => ({
      original: `catalog/${rock_number}/original/${original_file}`,
      isDone: false,
    }));
  await finishJob(claimed, { originals });
}

export const jobOf = (id: string) =>
  getDb().select().from(jobs).where(eq(jobs.job_id, id)).get()!;
export const childrenOf = (id: string) =>
  getDb().select().from(jobs).where(eq(jobs.parent_id, id)).all();
export const rockOf = (key: number) =>
  getDb().select().from(rocks).where(eq(rocks.rc_key, key)).get()!;

export const untilOver = (id: string): Promise<JobRow> =>
  until(() =>
    ["succeeded", "failed"].includes(jobOf(id).state) ? jobOf(id) : undefined,
  );
export const untilAll = (states: string[], meanwhile = () => {}) =>
  until(() => {
    meanwhile();
    const all = getDb().select().from(jobs).all();
    return all.every(({ state }) => states.includes(state)) ? true : undefined;
  });

/** Makes all jobs due that wait for their next try. */
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
  getDb()
    .$client.prepare<[], { rc_key: number }>(
      "SELECT rc_key FROM applied ORDER BY rc_key",
    )
    .all()
    .map(({ rc_key }) => rc_key);

/** The names of the pictures that the stand-in process has begun, in order. */
export const begun = async () =>
  (await readFile(path.join(onDisk(""), "begun"), "utf8").catch(() => ""))
    .split("\n")
    .filter(Boolean);

/** Lets the stand-in process finish the pictures that it holds. */
export const letGo = () => writeFile(onDisk("go"), "");
