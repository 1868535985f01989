import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { listSnapshots } from "#domain/backup/snapshots.server.ts";
import {
  makeFolder,
  makePlace,
  openDatabase,
  runCommand,
  runNpmCommand,
} from "#tests/setup/calls/backup.ts";
import {
  listShownPictures,
  makeFilledPlace,
  OPEN,
  readOriginals,
  readSite,
  startFilledSite,
} from "#tests/setup/calls/filled-site.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { expectWhole } from "#tests/setup/own-store.ts";
import { startThere } from "#tests/setup/processes/copied-site.ts";
import { startSite } from "#tests/setup/processes/site.ts";
import { until } from "#tests/setup/until.ts";
import { forThisTest, setUpSite, site } from "#tests/setup/vitest/site.ts";

const ok = expect.objectContaining({ code: 0 }) as object;
const newFile = async () => path.join(await makeFolder(), "site.zip");

describe("the commands", () => {
  setUpSite();
  beforeAll(async () => {
    await site.addFind();
    await site.untilTidy();
  });

  test("back a running site up and restore it elsewhere, but not over it", async () => {
    const file = await newFile();
    expect(await runNpmCommand("backup", site, file)).toEqual(ok);
    const place = await makePlace();
    expect(await runNpmCommand("restore", place, file)).toEqual(ok);
    const originals = await readOriginals(site.mediaDir);
    expect(await readOriginals(place.mediaDir)).toEqual(originals);

    expect(await runCommand("restore", site, file)).toMatchObject({
      code: 1,
      said: expect.stringContaining("The site is running") as string,
    });
    expect(await readOriginals(site.mediaDir)).toEqual(originals);
    expect(await readdir(site.mediaDir)).not.toContain(".restoring");
  });

  test("restore all but an original that has changed in the backup, name it, and end with status 1", async () => {
    const file = await newFile();
    await runCommand("backup", site, file);
    const originals = await readOriginals(site.mediaDir);
    const [changed] = Object.keys(originals) as [string];
    const original = await readFile(site.inStore(changed));
    const bytes = await readFile(file);
    const at = bytes.indexOf(original) + original.length - 1;
    bytes[at] = bytes[at]! ^ 1;
    await writeFile(file, bytes);
    const place = await makePlace();
    expect(await runCommand("restore", place, file)).toMatchObject({
      code: 1,
      said: expect.stringContaining(changed) as string,
    });
    delete originals[changed];
    expect(await readOriginals(place.mediaDir)).toEqual(originals);
  });
});

describe("a backup", () => {
  test("restored into an empty place is the same site: every answer, every original, every picture @soak", async () => {
    const site = await startFilledSite();
    const file = await newFile();
    expect(await runCommand("backup", site, file)).toEqual(ok);
    const place = await makePlace();
    expect(await runCommand("restore", place, file)).toEqual(ok);
    const restored = await startThere(place, {
      ...OPEN,
      ADMIN_PASSWORD: site.adminPassword,
    });
    await restored.untilIdle();
    const before = await readSite(site);
    expect(Object.keys(before.pictures)).toHaveLength(1 + 4 * 3 + 2 * 3 + 3);
    expect(await readSite(restored)).toEqual(before);
    expect(await readOriginals(place.mediaDir)).toEqual(
      await readOriginals(site.mediaDir),
    );
    expect(restored.query("SELECT DISTINCT state FROM jobs")).toEqual([
      { state: "succeeded" },
    ]);
  });

  test("restored into an existing place keeps what was there aside, whole @soak", async () => {
    const site = await makeFilledPlace();
    const file = await newFile();
    await runCommand("backup", site, file);
    const other = await forThisTest(startSite({ env: OPEN }));
    const { uuid } = await other.addFind({ ...findFields, rockNumber: "9" });
    await other.untilIdle();
    const before = await readOriginals(other.mediaDir);
    await other.kill();
    other.letGo();

    const done = await runCommand("restore", other, file);
    expect(done).toEqual(ok);
    expect(done.said).toMatch(/^9 of 9 files checked \(100 %\)$/m);
    expect(done.said).toMatch(/What was there before takes [\d.,]+ MB/);
    expect(await readOriginals(other.mediaDir)).toEqual(
      await readOriginals(site.mediaDir),
    );
    const [database, store] = done.said.split("\n").slice(-2);
    expect(await readOriginals(store!)).toEqual(before);
    expect(
      openDatabase(database!).prepare("SELECT uuid FROM rock_posts").all(),
    ).toEqual([{ uuid }]);

    await other.restart();
    // Security in the admin tells of it.
    expect(other.count("security_events WHERE what = 'backup-restored'")).toBe(
      1,
    );
    await other.untilIdle();
    for (const address of await listShownPictures(other))
      expect((await other.fetch(address)).status, address).toBe(200);
  });

  test("that is not whole, or none, changes nothing, and the command says what is wrong @soak", async () => {
    const filled = await makeFilledPlace();
    const file = await newFile();
    await runCommand("backup", filled, file);
    const before = filesBelow(path.dirname(filled.mediaDir));
    const bytes = await readFile(file);
    const flipped = Buffer.from(bytes);
    const at = bytes.indexOf("SQLite format 3") + 100;
    flipped[at] = flipped[at]! ^ 1;
    const outside = bytes
      .toString("latin1")
      .replaceAll("media/albums/sea/", "media/../../outs/");
    const broken: Record<string, Buffer> = {
      "its database is not as it was. No sound backup was found": flipped,
      "This is no whole backup": bytes.subarray(0, bytes.length / 2),
      "No sound backup was found": bytes.subarray(0, 0),
      "invalid relative path": Buffer.from(outside, "latin1"),
      "no whole backup": Buffer.from("not a zip at all".repeat(100)),
    };
    for (const [sentence, content] of Object.entries(broken)) {
      await writeFile(file, content);
      const { code, said } = await runCommand("restore", filled, file);
      expect([code, said.split("\n").at(-1)]).toEqual([
        1,
        expect.stringContaining(sentence),
      ]);
      expect(filesBelow(path.dirname(filled.mediaDir))).toEqual(before);
    }
    await rm(file);
    const none = await runCommand("restore", filled, file);
    expect(none.said).toContain("There is no file");
  });

  test("of a folder makes a snapshot in it, and two at once wait for each other @soak", async () => {
    const filled = await makeFilledPlace();
    const folder = await makeFolder();
    const both = [1, 2].map(() => runCommand("backup", filled, folder));
    expect(await Promise.all(both)).toEqual([ok, ok]);
    const snapshots = await listSnapshots(folder);
    expect(snapshots).toHaveLength(2);
    expect(await readdir(folder)).toHaveLength(2);
    for (const { path: made } of snapshots)
      expect((await expectWhole(made)).complete).toBe(true);
  });

  test("needs a database to be taken of, and a file to go to @soak", async () => {
    const place = await makePlace();
    const filled = await makeFilledPlace();
    for (const [from, file, says] of [
      [place, "/tmp/never.zip", /There is no site here/],
      [place, "", /npm run backup -- FILE/],
      [
        filled,
        "/dev/null/rocks.zip",
        /^\/dev\/null\S* can't be written: not a directory\.$/,
      ],
    ] as const)
      expect(await runCommand("backup", from, file)).toEqual({
        code: 1,
        said: expect.stringMatching(says) as string,
      });
  });
});

describe("a site with BACKUP_DIR", () => {
  test("makes a snapshot when one is due, also if nothing has changed, and lets archives stay @soak", async () => {
    const folder = await makeFolder();
    const archive = "site-20200101T030000Z.tar";
    await writeFile(path.join(folder, archive), "");
    // A second before the next is due.
    const before = new Date(Date.now() - 59_000)
      .toISOString()
      .replace(/[-:]|\.\d+/g, "");
    await mkdir(path.join(folder, before));
    await writeFile(
      path.join(folder, before, "manifest.json"),
      '{"files": [], "complete": true}',
    );
    const env = { BACKUP_DIR: folder, BACKUP_EVERY: "1m", BACKUP_KEEP: "1" };
    const site = await forThisTest(startSite({ env: { ...OPEN, ...env } }));
    const [report] = await until(() => {
      const reports = site.query("SELECT name, result FROM reports");
      return reports.length > 0 ? reports : undefined;
    });
    expect(report).toEqual({
      name: "backup",
      result: '{"ok":true,"complete":true,"missing":0,"damaged":0}',
    });
    const [made, ...others] = (await readdir(folder)).sort();
    expect(others).toEqual([archive]);
    expect(made! > before).toBe(true);
    const place = await makePlace();
    expect(
      await runCommand("restore", place, path.join(folder, made!)),
    ).toEqual(ok);
  });
});
