import { eq } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { jobs, rocks } from "#db/schema.ts";
import {
  startEmbeddedEngine,
  type Engine,
} from "#domain/jobs/embedded.server.ts";
import {
  claimJob,
  finishJob,
  recordJob,
  requeueRunning,
  wakeEngine,
} from "#domain/jobs/ledger.server.ts";
import { until } from "../setup/until.ts";

let engine: Engine | undefined;
afterEach(async () => {
  await engine?.stop(0);
  engine = undefined;
  getDb().delete(jobs).run();
  getDb().delete(rocks).run();
});

let rock = 1;
/** A catalogue rock whose picture is of that name, with the job to make its derivatives. */
function wish(original_file: string) {
  return getDb().transaction((tx) => {
    const { rc_key } = tx
      .insert(rocks)
      .values({ rock_number: rock++, original_file })
      .returning()
      .get();
    return {
      rc_key,
      job_id: recordJob(tx, "derive", { of: "catalogue", key: rc_key }),
    };
  });
}
const jobOf = (id: string) =>
  getDb().select().from(jobs).where(eq(jobs.job_id, id)).get()!;
const rockOf = (key: number) =>
  getDb().select().from(rocks).where(eq(rocks.rc_key, key)).get()!;
const untilOver = (id: string) =>
  until(() =>
    ["succeeded", "failed"].includes(jobOf(id).state) ? true : undefined,
  );
const start = () =>
  (engine = startEmbeddedEngine("tests/domain/crashing-worker.mjs"));

test("a picture that takes its process down twice is set aside, and all others are made", async () => {
  const before = wish("a.jpg");
  const poison = wish("poison.jpg");
  const after = [wish("b.jpg"), wish("c.jpg")];
  start();
  for (const { job_id } of [before, poison, ...after]) await untilOver(job_id);
  expect(jobOf(poison.job_id)).toMatchObject({
    state: "failed",
    crashes: 2,
    error: expect.stringContaining("SIGABRT"),
  });
  expect(rockOf(poison.rc_key)).toMatchObject({
    ready: false,
    error: expect.stringContaining("SIGABRT"),
  });
  for (const { job_id, rc_key } of [before, ...after]) {
    expect(jobOf(job_id).state).toBe("succeeded");
    expect(rockOf(rc_key).ready).toBe(true);
  }
});

test("a job that fails is tried three times with growing waits, then set aside with its reason", async () => {
  const { job_id, rc_key } = wish("broken.jpg");
  start();
  const waits: number[] = [];
  for (const tries of [1, 2]) {
    const asked = Date.now();
    const job = await until(() =>
      jobOf(job_id).attempts === tries && jobOf(job_id).state === "queued"
        ? jobOf(job_id)
        : undefined,
    );
    waits.push(job.run_after - asked);
    getDb()
      .update(jobs)
      .set({ run_after: 0 })
      .where(eq(jobs.job_id, job_id))
      .run();
    wakeEngine();
  }
  expect(waits[1]).toBeGreaterThan(waits[0]!);
  await untilOver(job_id);
  expect(jobOf(job_id)).toMatchObject({
    state: "failed",
    attempts: 3,
    error: "broken",
  });
  expect(rockOf(rc_key)).toMatchObject({ ready: false, error: "broken" });
});

test("what was running when the site died is handed out again at the next start", async () => {
  const { job_id } = wish("a.jpg");
  expect(claimJob(true)?.job_id).toBe(job_id);
  expect(claimJob(true)).toBeUndefined();
  start();
  await untilOver(job_id);
  expect(jobOf(job_id).state).toBe("succeeded");
});

test("a result is applied once, however often it comes", () => {
  const { job_id, rc_key } = wish("a.jpg");
  const job = claimJob(true)!;
  const result = { width: 1, height: 1, taken_dt: null, bytes: 1, mtime_ms: 1 };
  finishJob(job, result);
  getDb()
    .update(rocks)
    .set({ ready: false })
    .where(eq(rocks.rc_key, rc_key))
    .run();
  finishJob(job, result);
  requeueRunning();
  expect(rockOf(rc_key).ready).toBe(false);
  expect(jobOf(job_id).state).toBe("succeeded");
});

test("a picture that was deleted meanwhile is no failure", async () => {
  const { job_id, rc_key } = wish("a.jpg");
  getDb().delete(rocks).where(eq(rocks.rc_key, rc_key)).run();
  start();
  await untilOver(job_id);
  expect(jobOf(job_id)).toMatchObject({ state: "succeeded", error: null });
});
