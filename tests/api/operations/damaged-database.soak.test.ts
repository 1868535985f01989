import { closeSync, openSync, statSync, writeSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import {
  makeFolder,
  openDatabase,
  runCommand,
} from "#tests/setup/calls/backup.ts";
import { readLog } from "#tests/setup/log.ts";
import { startSite, type Site } from "#tests/setup/processes/site.ts";
import { until } from "#tests/setup/until.ts";
import { forThisTest } from "#tests/setup/vitest/site.ts";

/** Overwrites 40 bytes of the first page of a table, as a bad disk does. */
function damage(databasePath: string, table: string) {
  const db = openDatabase(databasePath);
  db.pragma("wal_checkpoint(TRUNCATE)");
  const page = db
    .prepare<[string], { rootpage: number }>(
      "SELECT rootpage FROM sqlite_master WHERE name = ?",
    )
    .get(table)!.rootpage;
  const size = db.pragma("page_size", { simple: true }) as number;
  db.close();
  const file = openSync(databasePath, "r+");
  writeSync(file, Buffer.alloc(40, 0xa5), 0, 40, (page - 1) * size);
  closeSync(file);
}

const healthOf = async (site: Site) => {
  const answer = await site.fetch("/healthz");
  const { database } = (await answer.json()) as { database: string };
  return [answer.status, database];
};

const SAID = /the database is damaged, so nothing is written any more/;

describe("a damaged database", () => {
  let backups: string;
  let site: Site;
  let cookie: string;

  /** A site with one find and one backup. */
  async function startBackedUp() {
    backups = path.join(await makeFolder(), "backups");
    site = await forThisTest(
      startSite({ env: { BACKUP_DIR: backups, BACKUP_EVERY: "1h" } }),
    );
    await site.sendFind();
    cookie = await site.signIn();
    await until(newestBackup);
  }
  const newestBackup = async () =>
    (await readdir(backups).catch(() => [])).find((name) => /^\d/.test(name));

  async function expectNoWrites() {
    expect(await healthOf(site)).toEqual([503, "down"]);
    const refused = await site.sendFind();
    expect(refused.status).toBe(503);
    expect(await refused.json()).toEqual({
      error: expect.stringContaining("damaged"),
    });
    const newest = path.join(backups, (await newestBackup())!);
    const [said] = readLog(site.lines).filter(({ message }) =>
      SAID.test(String(message)),
    );
    expect(said).toMatchObject({
      level: "error",
      message: expect.stringContaining(`npm run restore -- ${newest}`),
    });
    const headers = { cookie };
    const page = await (await site.fetch("/admin", { headers })).text();
    expect(page).toContain("The database is damaged.");
    expect(page).toContain(newest);
  }

  test("is noticed at the start, told with the newest sound backup, and not written", async () => {
    await startBackedUp();
    await site.kill();
    damage(site.databasePath, "albums");
    const before = statSync(site.databasePath).mtimeMs;
    await site.restart();
    await until(() => SAID.test(site.lines.join("\n")));
    await expectNoWrites();
    await site.kill();
    expect(statSync(site.databasePath).mtimeMs).toBe(before);
    expect(
      (await readdir(backups)).filter((name) => /^\d/.test(name)),
    ).toHaveLength(1);
    for (const command of ["check", "backup"] as const) {
      const target = command === "backup" ? backups : undefined;
      const env = { BACKUP_DIR: backups };
      expect(await runCommand(command, site, target, env)).toEqual({
        code: 1,
        said: expect.stringMatching(
          /^The database is damaged: .+ The newest sound backup is .+$/,
        ) as string,
      });
    }
  });

  test("is noticed by the first call that reads the page", async () => {
    await startBackedUp();
    expect(await healthOf(site)).toEqual([200, "ok"]);
    damage(site.databasePath, "albums");
    // A write of another process has the site read the pages again.
    openDatabase(site.databasePath).exec("PRAGMA user_version = 7");
    const headers = { cookie };
    expect((await site.fetch("/api/albums", { headers })).status).toBe(503);
    await until(() => SAID.test(site.lines.join("\n")));
    await expectNoWrites();
  });

  test("that is no database at all lets the site start and say so", async () => {
    await startBackedUp();
    await site.kill();
    // Otherwise its first page is read from the log beside it.
    const db = openDatabase(site.databasePath);
    db.pragma("wal_checkpoint(TRUNCATE)");
    db.close();
    const file = openSync(site.databasePath, "r+");
    writeSync(file, Buffer.alloc(100, 1), 0, 100, 0);
    closeSync(file);
    await site.restart();
    expect(await healthOf(site)).toEqual([503, "down"]);
    expect((await site.fetch("/")).status).toBe(503);
  });
});

test("a database of a newer version stops the start and every command with one line, and changes nothing", async () => {
  const site = await forThisTest(startSite());
  await site.kill();
  openDatabase(site.databasePath).exec(
    "INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 9999999999999)",
  );
  const before = site.count("__drizzle_migrations");
  site.lines.length = 0;
  await expect(site.restart()).rejects.toThrow("did not start");
  const line = `The database ${site.databasePath} is of a newer version of the site. Update the site, or restore a backup of this version.`;
  expect(site.lines).toEqual([line]);
  const folder = await makeFolder();
  for (const [command, target] of [
    ["check", undefined],
    ["backup", folder],
    ["reset-second-factor", undefined],
    ["keepsake", path.join(folder, "kept.zip")],
  ] as const)
    expect(await runCommand(command, site, target)).toEqual({
      code: 1,
      said: line,
    });
  expect(site.count("__drizzle_migrations")).toBe(before);
});
