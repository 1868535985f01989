import { randomFillSync } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test, type TestContext } from "vitest";
import { makeFolder } from "#tests/setup/calls/backup.ts";
import { readOriginals } from "#tests/setup/calls/filled-site.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import {
  beginRestore,
  listBackups,
  untilOpen,
} from "#tests/setup/processes/kept-backups.ts";
import { startSite, type Site } from "#tests/setup/processes/site.ts";
import { mountSmallDisk } from "#tests/setup/processes/small-disk.ts";
import { until } from "#tests/setup/until.ts";
import { forThisTest } from "#tests/setup/vitest/site.ts";

/** Starts a site on a small disk, and makes a backup of it elsewhere. Then one more find comes. */
async function start(context: TestContext) {
  const disk = mountSmallDisk("size=256m");
  if (!disk)
    return context.skip("A tmpfs may not be mounted here; root may do that.");
  onTestFinished(disk.remove);
  const site = await forThisTest(
    startSite({
      env: {
        DATABASE_PATH: path.join(disk.folder, "site.sqlite"),
        MEDIA_DIR: path.join(disk.folder, "media"),
        BACKUP_DIR: path.join(await makeFolder(), "backups"),
      },
    }),
  );
  await site.addFind();
  await mkdir(site.inStore("bkg"), { recursive: true });
  await writeFile(
    site.inStore("bkg/home_bkg.webp"),
    randomFillSync(Buffer.alloc(20_000_000)),
  );
  const cookie = await site.signIn();
  await site.fetch("/api/backups", { method: "POST", headers: { cookie } });
  const [backup] = await until(async () => {
    const found = await listBackups(site, cookie);
    return found.length > 1 ? found : undefined;
  });
  await site.addFind({ ...findFields, rockNumber: "9" });
  await site.untilTidy();
  return { site, disk, cookie, backup: backup! };
}

const stateOf = async (site: Site) => ({
  finds: site.query("SELECT * FROM rock_posts"),
  images: site.query("SELECT * FROM rock_post_images"),
  originals: await readOriginals(site.mediaDir),
});

/** Expects the site to be as it was, without what the restore has begun. */
async function expectAsBefore(
  site: Site,
  before: Awaited<ReturnType<typeof stateOf>>,
) {
  await untilOpen(site);
  expect(await stateOf(site)).toEqual(before);
  const left = [
    ...readdirSync(path.dirname(site.databasePath)),
    ...readdirSync(site.mediaDir),
  ];
  expect(left.filter((name) => /restor/.test(name))).toEqual([]);
}

test("a restore on a full disk is refused with how much room it needs, and closes nothing", async (context) => {
  const { site, disk, cookie, backup } = await start(context);
  const before = await stateOf(site);
  await disk.fill();
  const refused = await beginRestore(site, cookie, backup.name);
  expect(refused.status).toBe(503);
  expect(await refused.json()).toEqual({
    error: expect.stringMatching(
      /^The store has no room for this backup: it needs [\d,]+ MB with the 64 MB that stay free, and 0 MB are free\.$/,
    ),
  });
  await expectAsBefore(site, before);

  disk.clear();
  site.letGo();
  expect((await beginRestore(site, cookie, backup.name)).status).toBe(202);
  await untilOpen(site);
  expect(site.count("rock_posts")).toBe(1);
});

test("a restore whose disk fills in the middle leaves the site as it was, and says why", async (context) => {
  const { site, disk, cookie, backup } = await start(context);
  const before = await stateOf(site);
  site.letGo();
  expect((await beginRestore(site, cookie, backup.name)).status).toBe(202);
  while (!existsSync(site.inStore(".restoring/media/bkg")))
    await setImmediate();
  const go = holdChildren(site.pid());
  await disk.fill();
  go();
  await expectAsBefore(site, before);
  const page = await site.fetch("/admin/backups", { headers: { cookie } });
  expect(page.status).toBe(200);
  expect(await page.text()).toContain("There is no room left on the disk.");
});

/** Stops what a process has started. Returns what lets it go on. */
function holdChildren(pid: number) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
    .trim()
    .split(" ")
    .map(Number);
  const signal = (name: NodeJS.Signals) =>
    children.forEach((child) => process.kill(child, name));
  signal("SIGSTOP");
  return () => signal("SIGCONT");
}
