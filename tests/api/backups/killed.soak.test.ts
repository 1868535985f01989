import { existsSync, readdirSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { readOriginals } from "#tests/setup/calls/filled-site.ts";
import {
  beginRestore,
  startSiteWithBackup,
} from "#tests/setup/processes/kept-backups.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import type { Site } from "#tests/setup/processes/site.ts";
import { until } from "#tests/setup/until.ts";

interface Place {
  site: Site;
  /** BACKUP_DIR. */
  folder: string;
}

/** Whether a moment of a restore has come. */
const moments: Record<string, (place: Place) => boolean> = {
  "once it has begun": () => true,
  "while the state before is backed up": ({ folder }) =>
    readdirSync(folder).some((name) => name.startsWith(".making-")),
  "while the backup is read": ({ site }) =>
    existsSync(site.inStore(".restoring")),
  "while the restored database is prepared": ({ site }) =>
    existsSync(`${site.databasePath}.restoring`),
  "while the site is swapped": ({ site }) =>
    existsSync(site.inStore(".restoring/plan.json")),
  "before the new site answers": ({ site }) =>
    readdirSync(site.mediaDir).some((name) =>
      name.startsWith(".before-restore-"),
    ),
};

for (const [moment, hasCome] of Object.entries(moments))
  test(`kill -9 of a restore ${moment} leaves the old or the new site, whole`, async () => {
    const { site, cookie, folder, backup } = await startSiteWithBackup();
    const restored = await readOriginals(site.mediaDir);
    await site.sendFind({ ...findFields, rockNumber: "9" });
    await site.untilIdle();
    const before = await readOriginals(site.mediaDir);
    site.letGo();
    expect((await beginRestore(site, cookie, backup.name)).status).toBe(202);
    while (!hasCome({ site, folder })) await setImmediate();
    await site.kill("SIGKILL");

    // What it had started ends with it, but perhaps a moment later.
    await until(() =>
      site.restart().then(
        () => true,
        () => undefined,
      ),
    );
    const now = await readOriginals(site.mediaDir);
    const [{ n }] = site.query<{ n: number }>(
      "SELECT count(*) AS n FROM rock_posts WHERE rock_number = 9",
    ) as [{ n: number }];
    expect(now).toEqual(n === 0 ? restored : before);
    expect(existsSync(site.inStore(".restoring"))).toBe(false);
  });
