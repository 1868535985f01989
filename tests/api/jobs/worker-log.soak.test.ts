import { expect, onTestFinished, test } from "vitest";
import { readLog } from "#tests/setup/log.ts";
import { startQueueSite } from "#tests/setup/processes/queue.ts";
import { until } from "#tests/setup/until.ts";

test("a worker logs each job that it takes, does or fails, and when Redis goes away and comes back", async () => {
  const { site, redis, workers, stop } = await startQueueSite({ workers: 1 });
  onTestFinished(stop);
  const { lines } = workers[0]!;
  const untilLogged = (message: string) =>
    until(() => readLog(lines, message)[0]);

  expect((await site.sendFind()).status).toBe(201);
  await site.untilIdle();
  const taken = await untilLogged("job taken");
  const done = await untilLogged("job done");
  expect(taken).toMatchObject({ level: "info", kind: "derive", total: 1 });
  expect(done).toMatchObject({ job_id: taken.job_id, kind: "derive" });
  expect(done.ms).toEqual(expect.any(Number));

  await redis.kill();
  await untilLogged("Redis does not answer");
  await redis.restart();
  await untilLogged("Redis answers again");
  expect(readLog(lines, "Redis does not answer")).toHaveLength(1);
  expect(readLog(lines, "the worker is up")).toHaveLength(1);
});
