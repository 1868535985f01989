import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { listSnapshots } from "#domain/backup/snapshots.server.ts";
import {
  makeFolder,
  makePlace,
  openDatabase,
  runCommand,
  runNpmCommand,
} from "#tests/setup/calls/backup.ts";
import {
  makeFilledPlace,
  OPEN,
  readOriginals,
  readSite,
  startFilledSite,
} from "#tests/setup/calls/filled-site.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { expectWhole } from "#tests/setup/own-store.ts";
import { setUpSite, site, useOwnSite } from "#tests/setup/vitest/site.ts";

setUpSite();

const ok = expect.objectContaining({ code: 0 }) as object;
const newFile = async () => path.join(await makeFolder(), "site.zip");
const fails = (words: string | RegExp) => ({
  code: 1,
  said: expect.stringMatching(words) as string,
});

test("the commands back a running site up and restore it elsewhere, but not over it; an original that has changed in the backup is named", async () => {
  await site.addFind();
  await site.untilTidy();
  const file = await newFile();
  expect(await runNpmCommand("backup", site, file)).toEqual(ok);
  const place = await makePlace();
  expect(await runNpmCommand("restore", place, file)).toEqual(ok);
  const originals = await readOriginals(site.mediaDir);
  expect(await readOriginals(place.mediaDir)).toEqual(originals);

  expect(await runCommand("restore", site, file)).toEqual(
    fails("The site is running"),
  );
  expect(await readOriginals(site.mediaDir)).toEqual(originals);
  expect(await readdir(site.mediaDir)).not.toContain(".restoring");

  const [changed] = Object.keys(originals) as [string];
  const original = await readFile(site.inStore(changed));
  const bytes = await readFile(file);
  bytes[bytes.indexOf(original) + original.length - 1]! ^= 1;
  await writeFile(file, bytes);
  const other = await makePlace();
  expect(await runCommand("restore", other, file)).toEqual(fails(changed));
  delete originals[changed];
  expect(await readOriginals(other.mediaDir)).toEqual(originals);
});

describe("a backup", () => {
  test("restored into another site makes it the same site, every answer and picture, and keeps what was there aside, whole @soak", async () => {
    const filled = await startFilledSite();
    const file = await newFile();
    expect(await runCommand("backup", filled, file)).toEqual(ok);
    const ADMIN_PASSWORD = filled.adminPassword;
    await useOwnSite({ ...OPEN, ADMIN_PASSWORD });
    const { uuid } = await site.addFind({ ...findFields, rockNumber: "9" });
    await site.untilIdle();
    const old = await readOriginals(site.mediaDir);
    await site.kill();
    site.letGo();

    const done = await runCommand("restore", site, file);
    expect(done).toEqual(ok);
    expect(done.said).toMatch(/^9 of 9 files checked \(100 %\)$/m);
    expect(done.said).toMatch(/What was there before takes [\d.,]+ MB/);
    const [database, store] = done.said.split("\n").slice(-2);
    expect(await readOriginals(store!)).toEqual(old);
    const finds = openDatabase(database!).prepare(
      "SELECT uuid FROM rock_posts",
    );
    expect(finds.all()).toEqual([{ uuid }]);

    await site.restart();
    await site.untilIdle();
    const before = await readSite(filled);
    expect(Object.keys(before.pictures)).toHaveLength(1 + 4 * 3 + 2 * 3 + 3);
    expect(await readSite(site)).toEqual(before);
    expect(await readOriginals(site.mediaDir)).toEqual(
      await readOriginals(filled.mediaDir),
    );
    expect(site.count("jobs WHERE state <> 'succeeded'")).toBe(0);
    // Security in the admin tells of it.
    const told = site.count("security_events WHERE what = 'backup-restored'");
    expect(told).toBe(1);
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
    for (const [from, file, words] of [
      [place, "/tmp/never.zip", /There is no site here/],
      [place, "", /npm run backup -- FILE/],
      [
        await makeFilledPlace(),
        "/dev/null/rocks.zip",
        /^\/dev\/null\S* can't be written: not a directory\.$/,
      ],
    ] as const)
      expect(await runCommand("backup", from, file)).toEqual(fails(words));
  });
});
