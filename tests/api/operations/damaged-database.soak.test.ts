import { closeSync, openSync, readdirSync, statSync, writeSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import {
  makeFolder,
  openDatabase,
  runCommand,
} from "#tests/setup/calls/backup.ts";
import { useSiteWithBackup } from "#tests/setup/processes/kept-backups.ts";
import { until } from "#tests/setup/until.ts";
import {
  cookie,
  site,
  statusAt,
  textAt,
  useOwnSite,
} from "#tests/setup/vitest/site.ts";

/** Overwrites some bytes at a place of the database, as a bad disk does. */
function overwrite(bytes: number, placeIn: (page: number) => number) {
  const db = openDatabase(site.databasePath);
  // Otherwise its pages are read from the log beside it.
  db.pragma("wal_checkpoint(TRUNCATE)");
  const [{ page }] = db
    .prepare(
      "SELECT (rootpage - 1) * page_size AS page FROM sqlite_master, pragma_page_size WHERE name = 'albums'",
    )
    .all() as [{ page: number }];
  db.close();
  const file = openSync(site.databasePath, "r+");
  writeSync(file, Buffer.alloc(bytes, 0xa5), 0, bytes, placeIn(page));
  closeSync(file);
}
const damageAlbums = () => overwrite(40, (page) => page);

const DOWN = { status: 503, database: "down" };
const SAID = /the database is damaged, so nothing is written any more/;
const untilSaid = () => until(() => site.lines.some((line) => SAID.test(line)));

describe("a damaged database", () => {
  let backups: string;
  let newest: string;

  async function startBackedUp() {
    const { folder, backup } = await useSiteWithBackup({ BACKUP_EVERY: "1h" });
    await site.sendFind();
    backups = folder;
    newest = path.join(folder, backup.name);
  }

  async function expectNoWrites() {
    expect(await site.health()).toMatchObject(DOWN);
    const refused = await site.sendFind();
    expect(refused.status).toBe(503);
    expect(await refused.text()).toContain("damaged");
    const said = site.lines.find((line) => SAID.test(line));
    expect(said).toContain('"level":"error"');
    expect(said).toContain(`npm run restore -- ${newest}`);
    const page = await textAt("/admin", { cookie });
    expect(page).toContain("The database is damaged.");
    expect(page).toContain(newest);
  }

  test("is noticed at the start, told with the newest sound backup, and not written", async () => {
    await startBackedUp();
    await site.kill();
    damageAlbums();
    const before = statSync(site.databasePath).mtimeMs;
    await site.restart();
    await untilSaid();
    await expectNoWrites();
    await site.kill();
    expect(statSync(site.databasePath).mtimeMs).toBe(before);
    const made = readdirSync(backups).filter((name) => /^\d/.test(name));
    expect(made).toHaveLength(1);
    for (const [command, target] of [["check"], ["backup", backups]] as const) {
      const env = { BACKUP_DIR: backups };
      const ended = await runCommand(command, site, target, env);
      expect(ended.code).toBe(1);
      expect(ended.said).toMatch(
        /^The database is damaged: .+ The newest sound backup is .+$/,
      );
    }
    // One that is no database at all lets the site start too.
    overwrite(100, () => 0);
    await site.restart();
    expect(await site.health()).toMatchObject(DOWN);
    expect(await statusAt("/")).toBe(503);
  });

  test("is noticed by the first call that reads the page", async () => {
    await startBackedUp();
    expect((await site.health()).status).toBe(200);
    damageAlbums();
    // A write of another process has the site read the pages again.
    openDatabase(site.databasePath).exec("PRAGMA user_version = 7");
    expect(await statusAt("/api/albums", { cookie })).toBe(503);
    await untilSaid();
    await expectNoWrites();
  });
});

test("a database of a newer version stops the start and every command with one line, and changes nothing", async () => {
  await useOwnSite();
  await site.kill();
  openDatabase(site.databasePath).exec(
    "INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 9999999999999)",
  );
  const before = site.count("__drizzle_migrations");
  site.lines.length = 0;
  await expect(site.restart()).rejects.toThrow("did not start");
  const said = `The database ${site.databasePath} is of a newer version of the site. Update the site, or restore a backup of this version.`;
  expect(site.lines).toEqual([said]);
  const folder = await makeFolder();
  for (const [command, target] of [
    ["check"],
    ["backup", folder],
    ["reset-second-factor"],
    ["keepsake", path.join(folder, "kept.zip")],
  ] as const)
    expect(await runCommand(command, site, target)).toEqual({ code: 1, said });
  expect(site.count("__drizzle_migrations")).toBe(before);
});
