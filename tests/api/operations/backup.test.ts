import { readdir, readFile, rm, writeFile } from "node:fs/promises";
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
  listShownPictures,
  makeFilledPlace,
  OPEN,
  readOriginals,
  readSite,
  startFilledSite,
  startThere,
} from "#tests/setup/calls/filled-site.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { expectWhole } from "#tests/setup/own-store.ts";
import {
  setUpSite,
  site,
  statusAt,
  useOwnSite,
} from "#tests/setup/vitest/site.ts";

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
  test("restored into an empty place is the same site: every answer, every original, every picture @soak", async () => {
    const site = await startFilledSite();
    const file = await newFile();
    expect(await runCommand("backup", site, file)).toEqual(ok);
    const place = await makePlace();
    expect(await runCommand("restore", place, file)).toEqual(ok);
    const ADMIN_PASSWORD = site.adminPassword;
    const restored = await startThere(place, { ...OPEN, ADMIN_PASSWORD });
    await restored.untilIdle();
    const before = await readSite(site);
    expect(Object.keys(before.pictures)).toHaveLength(1 + 4 * 3 + 2 * 3 + 3);
    expect(await readSite(restored)).toEqual(before);
    expect(await readOriginals(place.mediaDir)).toEqual(
      await readOriginals(site.mediaDir),
    );
    expect(restored.count("jobs WHERE state <> 'succeeded'")).toBe(0);
  });

  test("restored into an existing place keeps what was there aside, whole @soak", async () => {
    const filled = await makeFilledPlace();
    const file = await newFile();
    await runCommand("backup", filled, file);
    await useOwnSite(OPEN);
    const { uuid } = await site.addFind({ ...findFields, rockNumber: "9" });
    await site.untilIdle();
    const before = await readOriginals(site.mediaDir);
    await site.kill();
    site.letGo();

    const done = await runCommand("restore", site, file);
    expect(done).toEqual(ok);
    expect(done.said).toMatch(/^9 of 9 files checked \(100 %\)$/m);
    expect(done.said).toMatch(/What was there before takes [\d.,]+ MB/);
    expect(await readOriginals(site.mediaDir)).toEqual(
      await readOriginals(filled.mediaDir),
    );
    const [database, store] = done.said.split("\n").slice(-2);
    expect(await readOriginals(store!)).toEqual(before);
    const finds = openDatabase(database!).prepare(
      "SELECT uuid FROM rock_posts",
    );
    expect(finds.all()).toEqual([{ uuid }]);

    await site.restart();
    // Security in the admin tells of it.
    expect(site.count("security_events WHERE what = 'backup-restored'")).toBe(
      1,
    );
    await site.untilIdle();
    for (const address of await listShownPictures(site))
      expect(await statusAt(address), address).toBe(200);
  });

  test("that is not whole, or none, changes nothing, and the command says what is wrong @soak", async () => {
    const filled = await makeFilledPlace();
    const file = await newFile();
    await runCommand("backup", filled, file);
    const before = filesBelow(path.dirname(filled.mediaDir));
    const bytes = await readFile(file);
    const flipped = Buffer.from(bytes);
    flipped[bytes.indexOf("SQLite format 3") + 100]! ^= 1;
    const outside = bytes
      .toString("latin1")
      .replaceAll("media/albums/sea/", "media/../../outs/");
    for (const [sentence, content] of [
      ["database is not as it was. No sound backup was found", flipped],
      ["This is no whole backup", bytes.subarray(0, bytes.length / 2)],
      ["No sound backup was found", ""],
      ["invalid relative path", Buffer.from(outside, "latin1")],
      ["no whole backup", "not a zip at all".repeat(100)],
    ] as const) {
      await writeFile(file, content);
      const restored = await runCommand("restore", filled, file);
      expect(restored).toEqual(fails(sentence));
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
