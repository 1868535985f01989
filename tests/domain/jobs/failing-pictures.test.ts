import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { getDb } from "#db/client.server.ts";
import { jobs, rocks } from "#db/schema.ts";
import type { JobRow } from "#domain/jobs/ledger.server.ts";
import { chooseFew } from "#tests/setup/seeds.ts";
import { until } from "#tests/setup/until.ts";
import {
  applied,
  begun,
  childrenOf,
  hurry,
  jobOf,
  letGo,
  parts,
  plan,
  record,
  rockOf,
  untilAll,
  untilOver,
} from "./calls.ts";
import { describeEachEngine, ENGINES } from "./each-engine.ts";

/** What is up to the ledger and not to the engine. */
describeEachEngine(({ start }) => {
  test("tries a picture that fails three times with growing waits, then sets it aside with its reason", async () => {
    // With the clock stopped, each wait is exactly what it was set to.
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const { job, keys } = record(["broken.jpg"]);
    start();
    const waits: number[] = [];
    for (const tries of [1, 2]) {
      const { run_after } = await until(() =>
        jobOf(job).attempts === tries && jobOf(job).state === "queued"
          ? jobOf(job)
          : undefined,
      );
      waits.push(run_after - Date.now());
      hurry();
    }
    expect(waits).toEqual([2000, 4000]);
    expect(await untilOver(job)).toMatchObject({
      state: "failed",
      attempts: 3,
      error: "broken",
    });
    expect(rockOf(keys[0]!)).toMatchObject({ ready: false, error: "broken" });
    expect(await begun()).toHaveLength(3);
  });

  test("tries a job that is refused as a whole again, and then its pictures one by one", async () => {
    const { job, keys } = record(["a.jpg", "refuse.jpg", "b.jpg"]);
    start();
    await untilAll(["succeeded", "failed"], hurry);
    expect(jobOf(job).state).toBe("succeeded");
    expect(keys.map((key) => rockOf(key))).toMatchObject([
      { ready: true, error: null },
      { ready: false, error: "refused" },
      { ready: true, error: null },
    ]);
  });

  test("sets only the poison among twenty aside @soak", async () => {
    const names = Array.from({ length: 20 }, (_, i) => `${i}.jpg`);
    names[7] = "poison.jpg";
    const many = plan(names);
    await parts(many);
    start();
    await untilAll(["succeeded", "failed"], hurry);
    expect(jobOf(many)).toMatchObject({
      state: "succeeded",
      done: 20,
      message: "19 images made, 1 failed",
    });
    expect(applied()).toHaveLength(19);
    expect((await begun()).filter((name) => name === "poison.jpg")).toEqual([
      "poison.jpg",
      "poison.jpg",
    ]);
  });

  test("takes a picture that was deleted meanwhile for no failure", async () => {
    const waiting = record(["a.jpg"]);
    const running = record(["hold.jpg"]);
    getDb().delete(rocks).where(eq(rocks.rc_key, waiting.keys[0]!)).run();
    start();
    expect(await untilOver(waiting.job)).toMatchObject({
      state: "succeeded",
      error: null,
    });
    await until(async () => ((await begun()).length > 0 ? true : undefined));
    getDb().delete(rocks).run();
    await letGo();
    expect(await untilOver(running.job)).toMatchObject({
      state: "succeeded",
      error: null,
    });
  });

  test.each([
    ["a result", "mumble.jpg", /The worker's answer can't be read: pictures/],
    ["a message", "stammer.jpg", /The image process's answer can't be read/],
  ])(
    "fails a job whose worker answers %s that can't be read, and no other",
    async (_, name, reason) => {
      const garbled = record([name]);
      const other = record(["a.jpg"]);
      start();
      await untilAll(["succeeded", "failed"], hurry);
      expect(jobOf(garbled.job)).toMatchObject({
        state: "failed",
        attempts: 3,
        error: expect.stringMatching(reason),
      });
      expect(rockOf(garbled.keys[0]!).error).toMatch(reason);
      expect(jobOf(other.job)).toMatchObject({ state: "succeeded" });
      expect(applied()).toEqual(other.keys);
    },
  );

  test("fails what it can't read in the ledger at once, and ends its parent", async () => {
    const many = plan(["a.jpg"]);
    await parts(many);
    const [part] = childrenOf(many);
    const broken = part!.job_id;
    const wrong = record(["b.jpg"]).job;
    const unknown = record(["c.jpg"]).job;
    const other = record(["d.jpg"]);
    const change = (id: string, change: Partial<JobRow>) =>
      getDb().update(jobs).set(change).where(eq(jobs.job_id, id)).run();
    change(broken, { payload: "{" });
    change(wrong, { payload: '{"pictures":[{"of":"find","key":"1"}]}' });
    change(unknown, { kind: "make-film" });
    start();
    await untilAll(["succeeded", "failed"]);
    expect([broken, wrong, unknown].map(jobOf)).toMatchObject([
      {
        state: "failed",
        error: expect.stringMatching(/^The job can't be read/),
      },
      {
        state: "failed",
        error: expect.stringMatching(/^The job can't be read: pictures.0.key/),
      },
      { state: "failed", error: expect.stringMatching(/"make-film"/) },
    ]);
    expect(jobOf(many)).toMatchObject({
      state: "succeeded",
      message: "0 images made, 1 failed",
    });
    expect(applied()).toEqual(other.keys);
  });

  test("counts a large job from its parts, and sums it up", async () => {
    const names = Array.from({ length: 21 }, (_, i) => `${i}.jpg`);
    const many = plan([...names, "broken.jpg"]);
    await parts(many);
    start();
    await untilAll(["succeeded", "failed"], hurry);
    expect(jobOf(many)).toMatchObject({
      state: "succeeded",
      done: 22,
      total: 22,
      message: "21 images made, 1 failed",
    });
    expect(applied()).toHaveLength(21);
  });
}, chooseFew(ENGINES));
