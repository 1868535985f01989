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
}, chooseFew(ENGINES));
