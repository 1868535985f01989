import { chmodSync, existsSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import {
  makeFolder,
  makePlace,
  runCommand,
} from "#tests/setup/calls/backup.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { startSite } from "#tests/setup/processes/site.ts";
import { until } from "#tests/setup/until.ts";
import { forThisTest, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite({});

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

test("the database, its logs and its lock are for the site's own user alone; one from before is tightened at the start", async () => {
  const files = ["", "-wal", "-shm", ".lock"].map(
    (end) => site.databasePath + end,
  );
  expect(files.map(modeOf)).toEqual(Array(4).fill("600"));

  await site.kill("SIGKILL");
  const copy = `${site.databasePath}.before-migration`;
  writeFileSync(copy, "");
  for (const file of [...files, copy]) chmodSync(file, 0o644);
  await site.restart();
  expect([...files, copy].map(modeOf)).toEqual(Array(5).fill("600"));
});

test("what nginx sends stays readable for other users", async () => {
  expect((await site.sendFind()).status).toBe(201);
  await site.untilTidy();
  const derivatives = filesBelow(site.mediaDir).filter((file) =>
    file.endsWith(".webp"),
  );
  expect(derivatives).toHaveLength(3);
  for (const file of derivatives) {
    expect(modeOf(path.join(site.mediaDir, file))).toBe("644");
    expect(modeOf(path.join(site.mediaDir, path.dirname(file)))).toBe("755");
  }
});

test("a backup and the database that is restored from it are for the site's own user alone", async () => {
  const folder = path.join(await makeFolder(), "made");
  const archive = path.join(folder, "rocks.zip");
  expect((await runCommand("backup", site, archive)).code).toBe(0);
  expect([folder, archive].map(modeOf)).toEqual(["700", "600"]);
  const place = await makePlace();
  expect((await runCommand("restore", place, archive)).code).toBe(0);
  expect(modeOf(place.databasePath)).toBe("600");
});

test("BACKUP_DIR is made for the site's own user alone", async () => {
  const folder = path.join(await makeFolder(), "backups");
  await forThisTest(startSite({ env: { BACKUP_DIR: folder } }));
  await until(() => existsSync(folder));
  expect(modeOf(folder)).toBe("700");
});
