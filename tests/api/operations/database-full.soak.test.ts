import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startSite } from "#tests/setup/processes/site.ts";
import { mountSmallDisk } from "#tests/setup/processes/small-disk.ts";
import { until } from "#tests/setup/until.ts";
import { forThisTest } from "#tests/setup/vitest/site.ts";

test("/healthz says that the database is down while its disk is full, and up again when there is room", async (context) => {
  const disk = mountSmallDisk("size=32m");
  if (!disk)
    return context.skip("A tmpfs may not be mounted here; root may do that.");
  onTestFinished(disk.remove);
  const site = await forThisTest(
    startSite({
      env: { DATABASE_PATH: path.join(disk.folder, "site.sqlite") },
    }),
  );
  const health = async () => {
    const answer = await site.fetch("/healthz");
    const { database } = (await answer.json()) as { database: string };
    return { status: answer.status, database };
  };
  expect(await health()).toEqual({ status: 200, database: "ok" });
  await disk.fill();
  await until(async () => (await health()).database === "down");
  expect(await health()).toEqual({ status: 503, database: "down" });
  expect((await site.sendFind()).status).toBe(503);
  expect((await site.fetch("/api/rock-posts")).status).toBe(200);
  disk.clear();
  await until(async () => (await health()).status === 200);
  expect((await site.sendFind()).status).toBe(201);
});
