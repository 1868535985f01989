import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { expect, onTestFinished, test, type TestContext } from "vitest";
import { beginUpload } from "#tests/setup/calls/held-upload.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { doJob } from "#tests/setup/calls/jobs.ts";
import { startSite, type Site } from "#tests/setup/processes/site.ts";
import {
  mountSmallDisk,
  type SmallDisk,
} from "#tests/setup/processes/small-disk.ts";
import { forThisTest } from "#tests/setup/vitest/site.ts";

const MB = 1_048_576;

let site: Site;
let disk: SmallDisk;
/** Starts a site with its store on a small disk of its own. */
async function start(context: TestContext, options: string) {
  const mounted = mountSmallDisk(options);
  if (!mounted)
    return context.skip("A tmpfs may not be mounted here; root may do that.");
  disk = mounted;
  onTestFinished(disk.remove);
  site = await forThisTest(
    startSite({
      env: {
        MEDIA_DIR: path.join(disk.folder, "media"),
        UPLOAD_LIMITS: "off",
        UPLOAD_LIMIT_TOTAL: "off",
      },
    }),
  );
}

const stored = () => ({
  posts: site.query("SELECT * FROM rock_posts"),
  jobs: site.query("SELECT job_id FROM jobs"),
  files: filesBelow(site.mediaDir),
});
const derivatives = () =>
  filesBelow(site.mediaDir).filter((file) => file.endsWith(".webp"));

async function addFind() {
  const answer = await site.sendFind();
  expect(answer.status).toBe(201);
  await site.untilTidy();
}

async function expectNoRoom(answer: Response) {
  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual({ error: expect.stringMatching(/\.$/) });
}

async function expectReadsToGoOn() {
  const cookie = await site.signIn();
  const addresses = derivatives().map((file) => `/media/${file}`);
  expect(addresses).not.toEqual([]);
  for (const address of ["/", "/api/rock-posts", ...addresses])
    expect((await site.fetch(address, { headers: { cookie } })).status).toBe(
      200,
    );
}

test("a full disk refuses uploads and leaves nothing of them; reads go on, and uploads when there is room @soak", async (context) => {
  await start(context, "size=128m");
  await addFind();
  await disk.fill(MB);
  const before = stored();
  await expectNoRoom(await site.sendFind());
  expect(stored()).toEqual(before);
  const health = await site.fetch("/healthz");
  expect(health.status).toBe(200);
  expect(await health.json()).toMatchObject({
    status: "degraded",
    media: "full",
  });
  await expectReadsToGoOn();
  disk.clear();
  await addFind();
  expect(derivatives()).toHaveLength(6);
});

test("a disk that fills during an upload leaves no row and no stub @soak", async (context) => {
  await start(context, "size=128m");
  await addFind();
  const before = stored();
  const { finish } = await beginUpload(
    site,
    Array<string>(5).fill("orientation-6.jpg"),
  );
  await disk.fill();
  expect((await finish()).status).toBe(503);
  expect(stored()).toEqual(before);
  disk.clear();
  await addFind();
});

test("a disk without room for one more file refuses uploads and leaves nothing of them @soak", async (context) => {
  await start(context, "size=128m,nr_inodes=5000");
  await addFind();
  const eaten = path.join(disk.folder, "eaten");
  mkdirSync(eaten);
  expect(() => {
    for (let n = 0; ; n++) writeFileSync(path.join(eaten, `${n}`), "");
  }).toThrow("ENOSPC");
  const before = stored();
  await expectNoRoom(await site.sendFind());
  expect(stored()).toEqual(before);
  await expectReadsToGoOn();
  rmSync(eaten, { recursive: true });
  await addFind();
});

test("pictures that find no room say so, keep what was there, and are made when there is some @soak", async (context) => {
  await start(context, "size=128m");
  await addFind();
  const cookie = await site.signIn();
  const create = (body: unknown) =>
    doJob(site, cookie, "/api/create-images", body);
  const made = derivatives();

  await disk.fill();
  expect(await create({ regenerate: true })).toMatchObject({
    state: "succeeded",
    message: "0 images made, 1 failed",
    failures: [{ error: expect.stringMatching(/no room/) }],
  });
  await site.untilTidy();
  expect(derivatives()).toEqual(made);
  for (const file of made)
    await sharp(path.join(site.mediaDir, file), { failOn: "warning" })
      .raw()
      .toBuffer();
  expect(readdirSync(path.join(site.mediaDir, "tmp/parts"))).toEqual([]);

  rmSync(path.join(site.mediaDir, made[0]!));
  await disk.fill();
  expect((await create({})).message).toBe("0 images made, 1 failed");
  disk.clear();
  expect((await create({})).message).toBe("1 image made");
  await site.untilTidy();
  expect(derivatives()).toEqual(made);
  expect(site.query("SELECT ready, error FROM rock_post_images")).toEqual([
    { ready: 1, error: null },
  ]);
});
