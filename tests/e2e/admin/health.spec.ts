import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { goTo, openAdmin } from "#tests/setup/calls/admin.ts";
import { noteCheck } from "#tests/setup/check/note-check.ts";
import { expectAccessibleOnScreens } from "#tests/setup/e2e/screens.ts";
import { until } from "#tests/setup/until.ts";
import { press, pressLink, sees, seesA } from "#tests/setup/e2e/steps.ts";

const BACKUP_DIR = mkdtempSync(path.join(tmpdir(), "painted-rocks-backups-"));
test.use({ siteEnv: { BACKUP_DIR } });
test.afterAll(() => rm(BACKUP_DIR, { recursive: true }));

/** Dates the site's only backup by its name: as it was begun now, or then. */
async function dateBackup(time = nameTime(new Date())) {
  const name = await until(async () =>
    (await readdir(BACKUP_DIR)).find((name) => /^\d+T\d+Z$/.test(name)),
  );
  await rename(path.join(BACKUP_DIR, name), path.join(BACKUP_DIR, time));
}

test.beforeEach(async () => {
  // The site makes the backup at its start, and reads it once more when it has its name.
  await until(() =>
    site.lines.find((line) => line.includes("a backup was made")),
  );
  await dateBackup();
});

const nameTime = (time: Date) => time.toISOString().replace(/[-:]|\.\d+/g, "");

test("all is well: one line each for pictures, backup, queue, database and disk, and for a film in an album's folder, which is no trouble @soak", async () => {
  mkdirSync(site.inStore("albums/sea"), { recursive: true });
  writeFileSync(site.inStore("albums/sea/waves.mov"), "a film");
  await openAdmin();
  const health = page.getByRole("region", { name: "All is well" });
  await expect(health.getByRole("term")).toHaveText([
    "Pictures",
    "Backup",
    "Check",
    "Albums",
    "Queue",
    "Database",
    "Disk",
  ]);
  await expect(health).toContainText("Every one is made");
  await expect(health).toContainText("just now1 kept");
  await expect(health).toContainText(
    "1 left outLeft out: 'sea/waves.mov' (films can't be shown). It is in no backup.",
  );
  await seesA("region", "Nothing is waiting.");
  await expectAccessibleOnScreens();
  await seesA("meter", "Disk in use", { in: health });
  await pressLink("See the jobs", { in: health });
  await expect(page).toHaveURL(/\/admin\/jobs$/);
});

test("each trouble is said first, with its names, what is safe and what to do @soak", async () => {
  const health = page.getByRole("region", { name: /needs you|All is well/ });
  const reportBackup = (result: object) =>
    site.alter(`UPDATE reports SET ended_dt = '${new Date().toISOString()}', result = '${JSON.stringify(result)}'
       WHERE name = 'backup'`);
  const reportRead = (damaged: object[]) =>
    site.alter(`INSERT OR REPLACE INTO reports (name, ended_dt, result)
       VALUES ('backups-read', '2026-05-17T04:00:00.000Z', '${JSON.stringify({ part: 3, damaged })}')`);
  const lookAgain = async () => {
    await goTo("Jobs");
    await goTo("Dashboard");
  };
  await openAdmin();
  await until(
    () =>
      site.query("SELECT 1 FROM reports WHERE name = 'backup'").length ||
      undefined,
  );
  const [lost, bent] = ["rocks/12/a.jpg", "albums/sea/b.jpg"];
  const twoDaysAgo = new Date(Date.now() - 49 * 3_600_000);
  for (const [make, said] of [
    [
      () => dateBackup("20260101T030000Z"),
      "The newest backup is older than it should be.",
    ],
    [
      () => reportBackup({ missing: 1200, damaged: 1 }),
      "The last backup lacks originals: 1,200 missing, 1 damaged.",
    ],
    [
      () => reportBackup({ missing: 0, damaged: 0, error: "no space left" }),
      "The last backup could not be made. Older ones are safe. The site keeps trying. It said: no space left",
    ],
    [
      () =>
        reportRead([
          { backup: "20260517T030000Z", path: "media/rocks/7/a.jpg" },
        ]),
      "1 file in the backups changed on the disk. No sound copy was found. The first is media/rocks/7/a.jpg in 20260517T030000Z.",
    ],
    [
      () => noteCheck(site, { missing: 1, changed: 1, some: [lost!, bent!] }),
      `Originals: 1 missing, 1 changed. They are ${lost}, ${bent}. Bring them back from a backup: npm run check -- --from FOLDER.`,
    ],
    [
      () => noteCheck(site, { error: "The disk can’t be read." }),
      "The originals could not be checked. Nothing was changed, and the site tries again every hour. The check said: The disk can’t be read.",
    ],
    [() => noteCheck(site, {}, twoDaysAgo), "Last night’s check is missing."],
  ] as const) {
    await make();
    await lookAgain();
    await expect(health).toContainText(said);
    await dateBackup();
    reportBackup({ missing: 0, damaged: 0 });
    site.alter("DELETE FROM reports WHERE name = 'backups-read'");
    noteCheck(site);
  }
  await lookAgain();
  await seesA("region", "All is well");
});

test("a picture that could not be made is named, and tried again @soak", async () => {
  await site.sendFind();
  await site.untilIdle();
  site.alter(
    "UPDATE rock_post_images SET error = 'It could not be read.', ready = 0",
  );
  await openAdmin();
  await expect(
    page.getByRole("region", { name: "One thing needs you" }),
  ).toContainText("What was sent is safe");
  await seesA("heading", "1 picture could not be made");
  await press(/^Try again/);
  await sees("Every one is made");
});
