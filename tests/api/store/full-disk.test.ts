import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { doJob } from "#tests/setup/calls/jobs.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { startSite } from "#tests/setup/processes/site.ts";
import { mountSmallDisk } from "#tests/setup/processes/small-disk.ts";
import { forThisTest } from "#tests/setup/vitest/site.ts";

test("a full disk refuses uploads and leaves nothing of them; reads go on, pictures say so and keep what was there, and all is made when there is room @soak", async (context) => {
  const disk = mountSmallDisk("size=128m");
  if (!disk)
    return context.skip("A tmpfs may not be mounted here; root may do that.");
  onTestFinished(disk.remove);
  const env = { MEDIA_DIR: path.join(disk.folder, "media") };
  const site = await forThisTest(startSite({ env }));
  const cookie = await site.signIn();
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
  const refused = await site.sendFind();
  expect(refused.status).toBe(503);
  expect(await refused.json()).toEqual({
    error: expect.stringMatching(/\.$/) as string,
  });
  expect(stored()).toEqual(before);
  const health = await site.fetch("/healthz");
  expect(health.status).toBe(200);
  expect(await health.json()).toMatchObject({
    status: "degraded",
    media: "full",
  });
  const pictures = made.map((file) => `/media/${file}`);
  for (const address of ["/", "/api/rock-posts", ...pictures])
    expect((await site.fetch(address, { headers: { cookie } })).status).toBe(
      200,
    );

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
