import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { doJob } from "#tests/setup/calls/jobs.ts";
import { filesBelow } from "#tests/setup/files.ts";
import {
  mountSmallDisk,
  type SmallDisk,
} from "#tests/setup/processes/small-disk.ts";
import { until } from "#tests/setup/until.ts";
import {
  cookie,
  site,
  statusAt,
  useOwnSite,
} from "#tests/setup/vitest/site.ts";

let disk: SmallDisk;
beforeEach((context) => {
  const mounted = mountSmallDisk("size=128m");
  if (!mounted)
    return context.skip("A tmpfs may not be mounted here; root may do that.");
  disk = mounted;
  onTestFinished(disk.remove);
});

test("a full disk refuses uploads and leaves nothing of them; reads go on, pictures say so and keep what was there, and all is made when there is room", async () => {
  await useOwnSite({ MEDIA_DIR: path.join(disk.folder, "media") });
  const stored = () => [
    site.query("SELECT * FROM rock_posts"),
    site.query("SELECT job_id FROM jobs"),
    filesBelow(site.mediaDir),
  ];
  const derivatives = () =>
    filesBelow(site.mediaDir).filter((file) => file.endsWith(".webp"));
  const create = (regenerate: boolean) =>
    doJob(site, cookie, "/api/create-images", { regenerate });
  await site.addFind();
  await site.untilTidy();
  const made = derivatives();

  await disk.fill(1_048_576);
  const before = stored();
  expect((await site.sendFind()).status).toBe(503);
  expect(stored()).toEqual(before);
  const health = { status: 200, said: "degraded", media: "full" };
  expect(await site.health()).toMatchObject(health);
  const pictures = made.map((file) => `/media/${file}`);
  for (const address of ["/", "/api/rock-posts", ...pictures])
    expect(await statusAt(address, { cookie })).toBe(200);

  await disk.fill();
  expect(await create(true)).toMatchObject({
    state: "succeeded",
    message: "0 images made, 1 failed",
    failures: [{ error: expect.stringMatching(/no room/) as string }],
  });
  await site.untilTidy();
  expect(derivatives()).toEqual(made);
  for (const file of made)
    await sharp(site.inStore(file), { failOn: "warning" }).raw().toBuffer();
  expect(readdirSync(site.inStore("tmp/parts"))).toEqual([]);

  rmSync(site.inStore(made[0]!));
  disk.clear();
  expect((await create(false)).message).toBe("1 image made");
  await site.addFind();
  await site.untilTidy();
  expect(derivatives()).toHaveLength(6);
});

test("/healthz says that the database is down while its disk is full, and up again when there is room", async () => {
  await useOwnSite({ DATABASE_PATH: path.join(disk.folder, "site.sqlite") });
  const up = { status: 200, database: "ok" };
  expect(await site.health()).toMatchObject(up);
  await disk.fill();
  await until(async () => (await site.health()).database === "down");
  expect((await site.health()).status).toBe(503);
  expect((await site.sendFind()).status).toBe(503);
  expect(await statusAt("/api/rock-posts")).toBe(200);
  disk.clear();
  await site.untilHealthy();
  await site.addFind();
});
