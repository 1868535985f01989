import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { getDb } from "#db/client.server.ts";
import { jobs, rocks } from "#db/schema.ts";
import { cancelJob } from "#domain/engines/outcomes.server.ts";
import { claimJob, type JobRow } from "#domain/jobs/ledger.server.ts";
import { chooseFew } from "#tests/setup/seeds.ts";
import { until } from "#tests/setup/until.ts";
import {
  applied,
  begun,
  childrenOf,
  hurry,
  jobOf,
  letGo,
  plan,
  record,
  rockOf,
  untilAllOver,
  untilBegun,
  untilOver,
} from "./calls.ts";
import { describeEachEngine, ENGINES } from "./each-engine.ts";

describeEachEngine(({ start }) => {
  test("begins finds in the order of their coming, and before the parts of a large job", async () => {
    const many = await plan("part-1.jpg", "part-2.jpg");
    const inOrder = ["a.jpg", "b.jpg", "c.jpg", "d.jpg"];
    const asked = ["hold.jpg", ...inOrder].map((name) => record(name).job);
    start();
    await untilOver(many);
    const others = (await begun()).filter((name) => name !== "hold.jpg");
    expect(others).toEqual([...inOrder, "part-1.jpg", "part-2.jpg"]);
    await letGo();
    for (const id of asked) await untilOver(id);
  });

  test("tells how far a job is while it runs", async () => {
    const { job } = record("a.jpg", "b.jpg", "hold.jpg");
    start();
    await until(() => jobOf(job).done === 2);
    expect(jobOf(job)).toMatchObject({ state: "running", total: 3 });
    await letGo();
    expect(await untilOver(job)).toMatchObject({ state: "succeeded", done: 3 });
  });

  test("drops what waits when a job is cancelled, and finishes what runs", async () => {
    const names = Array.from({ length: 55 }, (_, i) => `hold-${i}.jpg`);
    const many = await plan(...names);
    start();
    await untilBegun(2);
    expect(cancelJob(many)).toBe(true);
    expect(cancelJob(many)).toBe(false);
    await until(() => childrenOf(many).length === 2);
    await letGo();
    await untilAllOver();
    const error = "Cancelled after 0 of 55.";
    expect(jobOf(many)).toMatchObject({ state: "failed", error });
    expect(applied()).toHaveLength(40);
    expect(await begun()).toHaveLength(40);
  });

  test("goes on with another image process when one crashes", async () => {
    const { job, keys } = record("stumble.jpg");
    start();
    const made = await untilOver(job);
    expect(made).toMatchObject({ state: "succeeded", crashes: 1 });
    expect(applied()).toEqual(keys);
  });

  test("sets a picture aside that takes its process down twice, and makes all others", async () => {
    const before = record("a.jpg");
    const poison = record("poison.jpg");
    const after = record("b.jpg", "c.jpg");
    start();
    for (const { job } of [before, poison, after]) await untilOver(job);
    const failed = { error: expect.stringContaining("SIGSEGV") };
    const row = { state: "failed", crashes: 2, ...failed };
    expect(jobOf(poison.job)).toMatchObject(row);
    expect(rockOf(poison.keys[0]!)).toMatchObject({ ready: false, ...failed });
    expect(applied()).toEqual([...before.keys, ...after.keys].sort());
    const tries = (await begun()).filter((name) => name === "poison.jpg");
    expect(tries).toHaveLength(2);
  });
});

describeEachEngine(({ start, stop }) => {
  test("hands out again what was running when the site died", async () => {
    const { job, keys } = record("a.jpg");
    expect(claimJob()?.job_id).toBe(job);
    expect(claimJob()).toBeUndefined();
    start();
    expect(await untilOver(job)).toMatchObject({ state: "succeeded" });
    expect(applied()).toEqual(keys);
  });

  test("takes up again what it was stopped in", async () => {
    const { job, keys } = record("hold.jpg");
    start();
    await untilBegun(1);
    await stop();
    expect(jobOf(job)).toMatchObject({ state: "running", attempts: 0 });
    await letGo();
    start();
    const unharmed = { state: "succeeded", attempts: 0, crashes: 0 };
    expect(await untilOver(job)).toMatchObject(unharmed);
    expect(applied()).toEqual(keys);
  });

  test("tries a picture that fails three times with growing waits, then sets it aside with its reason", async () => {
    // With the clock stopped, each wait is exactly what it was set to.
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const { job, keys } = record("broken.jpg");
    start();
    const waits: number[] = [];
    for (const tries of [1, 2]) {
      await until(
        () => jobOf(job).attempts === tries && jobOf(job).state === "queued",
      );
      waits.push(jobOf(job).run_after - Date.now());
      hurry();
    }
    expect(waits).toEqual([2000, 4000]);
    const failed = { state: "failed", attempts: 3, error: "broken" };
    expect(await untilOver(job)).toMatchObject(failed);
    expect(rockOf(keys[0]!)).toMatchObject({ ready: false, error: "broken" });
    expect(await begun()).toHaveLength(3);
  });

  test("tries a job that is refused as a whole again, and then its pictures one by one", async () => {
    const { job, keys } = record("a.jpg", "refuse.jpg", "b.jpg");
    start();
    await untilAllOver(hurry);
    expect(jobOf(job).state).toBe("succeeded");
    expect(keys.map(rockOf)).toMatchObject([
      { ready: true, error: null },
      { ready: false, error: "refused" },
      { ready: true, error: null },
    ]);
  });

  test("takes a picture that was deleted meanwhile for no failure", async () => {
    const waiting = record("a.jpg");
    const running = record("hold.jpg");
    getDb().delete(rocks).where(eq(rocks.rc_key, waiting.keys[0]!)).run();
    start();
    const fine = { state: "succeeded", error: null };
    expect(await untilOver(waiting.job)).toMatchObject(fine);
    await untilBegun(1);
    getDb().delete(rocks).run();
    await letGo();
    expect(await untilOver(running.job)).toMatchObject(fine);
  });

  test.each([
    ["a result", "mumble.jpg", /The worker's answer can't be read: pictures/],
  ])(
    "fails a job whose worker answers %s that can't be read, and no other",
    async (_, name, reason) => {
      const garbled = record(name);
      const other = record("a.jpg");
      start();
      await untilAllOver(hurry);
      const failed = { state: "failed", attempts: 3 };
      expect(jobOf(garbled.job)).toMatchObject(failed);
      expect(jobOf(garbled.job).error).toMatch(reason);
      expect(rockOf(garbled.keys[0]!).error).toMatch(reason);
      expect(jobOf(other.job)).toMatchObject({ state: "succeeded" });
      expect(applied()).toEqual(other.keys);
    },
  );

  const UNREADABLE: [change: Partial<JobRow>, error: RegExp][] = [
    [{ payload: "{" }, /^The job can't be read/],
    [
      { payload: '{"pictures":[{"of":"find","key":"1"}]}' },
      /^The job can't be read: pictures.0.key/,
    ],
    [{ kind: "make-film" }, /"make-film"/],
  ];

  test("fails what it can't read in the ledger at once, and ends its parent", async () => {
    const many = await plan("a.jpg");
    const [part] = childrenOf(many);
    const wrong = [part!.job_id, record("b.jpg").job, record("c.jpg").job];
    const other = record("d.jpg");
    for (const [at, [change]] of UNREADABLE.entries())
      getDb().update(jobs).set(change).where(eq(jobs.job_id, wrong[at]!)).run();
    start();
    await untilAllOver();
    for (const [at, [, error]] of UNREADABLE.entries()) {
      expect(jobOf(wrong[at]!).state).toBe("failed");
      expect(jobOf(wrong[at]!).error).toMatch(error);
    }
    const message = "0 images made, 1 failed";
    expect(jobOf(many)).toMatchObject({ state: "succeeded", message });
    expect(applied()).toEqual(other.keys);
  });

  test("counts a large job from its parts, sums it up, and sets nothing aside but what is broken, or takes its process down", async () => {
    const names = Array.from({ length: 20 }, (_, i) => `${i}.jpg`);
    names[7] = "poison.jpg";
    const many = await plan(...names, "20.jpg", "broken.jpg");
    start();
    await untilAllOver(hurry);
    expect(jobOf(many)).toMatchObject({
      ...{ state: "succeeded", done: 22, total: 22 },
      message: "20 images made, 2 failed",
    });
    expect(applied()).toHaveLength(20);
    const tries = (await begun()).filter((name) => name === "poison.jpg");
    expect(tries).toHaveLength(2);
  });
}, chooseFew(ENGINES));
