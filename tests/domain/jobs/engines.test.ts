import { expect, test } from "vitest";
import { claimJob } from "#domain/jobs/ledger.server.ts";
import { cancelJob } from "#domain/engines/outcomes.server.ts";
import { chooseFew } from "#tests/setup/seeds.ts";
import { until } from "#tests/setup/until.ts";
import {
  applied,
  begun,
  childrenOf,
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

describeEachEngine(({ start }) => {
  test("begins finds in the order of their coming, and before the parts of a large job", async () => {
    const many = plan(["part-1.jpg", "part-2.jpg"]);
    await parts(many);
    const asked = ["hold.jpg", "a.jpg", "b.jpg", "c.jpg", "d.jpg"].map(
      (name) => record([name]).job,
    );
    start();
    await untilOver(many);
    expect((await begun()).filter((name) => name !== "hold.jpg")).toEqual([
      "a.jpg",
      "b.jpg",
      "c.jpg",
      "d.jpg",
      "part-1.jpg",
      "part-2.jpg",
    ]);
    await letGo();
    for (const id of asked) await untilOver(id);
  });

  test("tells how far a job is while it runs", async () => {
    const { job } = record(["a.jpg", "b.jpg", "hold.jpg"]);
    start();
    await until(() => (jobOf(job).done === 2 ? true : undefined));
    expect(jobOf(job)).toMatchObject({ state: "running", total: 3 });
    await letGo();
    expect(await untilOver(job)).toMatchObject({ state: "succeeded", done: 3 });
  });

  test("drops what waits when a job is cancelled, and finishes what runs", async () => {
    const names = Array.from({ length: 55 }, (_, i) => `hold-${i}.jpg`);
    const many = plan(names);
    await parts(many);
    start();
    await until(async () => ((await begun()).length === 2 ? true : undefined));
    expect(cancelJob(many)).toBe(true);
    expect(cancelJob(many)).toBe(false);
    await until(() => (childrenOf(many).length === 2 ? true : undefined));
    await letGo();
    await untilAll(["succeeded", "failed"]);
    expect(jobOf(many)).toMatchObject({
      state: "failed",
      error: "Cancelled after 0 of 55.",
    });
    expect(applied()).toHaveLength(40);
    expect(await begun()).toHaveLength(40);
  });

  test("goes on with another image process when one crashes", async () => {
    const { job, keys } = record(["stumble.jpg"]);
    start();
    expect(await untilOver(job)).toMatchObject({
      state: "succeeded",
      crashes: 1,
    });
    expect(applied()).toEqual(keys);
  });

  test("sets a picture aside that takes its process down twice, and makes all others", async () => {
    const before = record(["a.jpg"]);
    const poison = record(["poison.jpg"]);
    const after = record(["b.jpg", "c.jpg"]);
    start();
    for (const { job } of [before, poison, after]) await untilOver(job);
    expect(jobOf(poison.job)).toMatchObject({
      state: "failed",
      crashes: 2,
      error: expect.stringContaining("SIGSEGV"),
    });
    expect(rockOf(poison.keys[0]!)).toMatchObject({
      ready: false,
      error: expect.stringContaining("SIGSEGV"),
    });
    expect(applied()).toEqual([...before.keys, ...after.keys].sort());
    expect((await begun()).filter((name) => name === "poison.jpg")).toEqual([
      "poison.jpg",
      "poison.jpg",
    ]);
  });
});

describeEachEngine(({ start, stop }) => {
  test("hands out again what was running when the site died", async () => {
    const { job, keys } = record(["a.jpg"]);
    expect(claimJob()?.job_id).toBe(job);
    expect(claimJob()).toBeUndefined();
    start();
    expect(await untilOver(job)).toMatchObject({ state: "succeeded" });
    expect(applied()).toEqual(keys);
  });

  test("takes up again what it was stopped in", async () => {
    const { job, keys } = record(["hold.jpg"]);
    start();
    await until(async () => ((await begun()).length > 0 ? true : undefined));
    await stop();
    expect(jobOf(job)).toMatchObject({ state: "running", attempts: 0 });
    await letGo();
    start();
    expect(await untilOver(job)).toMatchObject({
      state: "succeeded",
      attempts: 0,
      crashes: 0,
    });
    expect(applied()).toEqual(keys);
  });
}, chooseFew(ENGINES));
