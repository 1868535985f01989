import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import {
  makeFolder,
  makePlace,
  openDatabase,
  runCommand,
  startCommand,
} from "#tests/setup/calls/backup.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { startThere } from "#tests/setup/processes/copied-site.ts";
import { startSite } from "#tests/setup/processes/site.ts";
import { until } from "#tests/setup/until.ts";
import { forThisTest } from "#tests/setup/vitest/site.ts";
import {
  listShownPictures,
  makeFilledPlace,
  OPEN,
  readOriginals,
  readSite,
  startFilledSite,
} from "#tests/setup/calls/filled-site.ts";

describe("a restore", () => {
  test("into an existing place keeps what was there aside, whole @soak", async () => {
    const site = await startFilledSite();
    const file = path.join(await makeFolder(), "site.zip");
    await runCommand("backup", site, file);
    const other = await forThisTest(startSite({ env: OPEN }));
    const { uuid } = await other.addFind({ ...findFields, rockNumber: "9" });
    await other.untilIdle();
    const before = await readOriginals(other.mediaDir);
    await other.kill();
    other.letGo();

    const done = await runCommand("restore", other, file);
    expect(done.code).toBe(0);
    expect(done.said).toMatch(/^9 of 9 files checked \(100 %\)$/m);
    expect(done.said).toMatch(/What was there before takes [\d.,]+ MB/);
    expect(await readOriginals(other.mediaDir)).toEqual(
      await readOriginals(site.mediaDir),
    );
    const [database, store] = done.said.split("\n").slice(-2);
    expect(await readOriginals(store!)).toEqual(before);
    const setAside = openDatabase(database!);
    expect(setAside.prepare("SELECT uuid FROM rock_posts").all()).toEqual([
      { uuid },
    ]);

    await other.restart();
    // Security in the admin tells of it.
    expect(
      other.query(
        "SELECT what FROM security_events WHERE what = 'backup-restored'",
      ),
    ).toHaveLength(1);
    await other.untilIdle();
    const shown = await listShownPictures(other);
    for (const address of shown)
      expect((await other.fetch(address)).status, address).toBe(200);
  });

  test("is refused while the site runs, and changes nothing @soak", async () => {
    const site = await startFilledSite();
    const file = path.join(await makeFolder(), "site.zip");
    await runCommand("backup", site, file);
    const before = await readSite(site);
    const done = await runCommand("restore", site, file);
    expect(done.said).toContain("The site is running");
    expect(done.code).toBe(1);
    expect(await readSite(site)).toEqual(before);
    expect(await readdir(site.mediaDir)).not.toContain(".restoring");
  });

  test("of a file that is not whole, or no backup, says what is wrong and changes nothing @soak", async () => {
    const filled = await makeFilledPlace();
    const folder = await makeFolder();
    const good = path.join(folder, "good.zip");
    await runCommand("backup", filled, good);
    const before = filesBelow(path.dirname(filled.mediaDir));
    const bytes = await readFile(good);

    const flipped = Buffer.from(bytes);
    const at = bytes.indexOf("SQLite format 3") + 100;
    flipped[at] = flipped[at]! ^ 1;
    const [name, outside] = ["media/albums/sea/", "media/../../outs/"];
    const broken: Record<string, Buffer> = {
      "its database is not as it was. No sound backup was found": flipped,
      "This is no whole backup": bytes.subarray(0, bytes.length / 2),
      "No sound backup was found": bytes.subarray(0, 0),
      "invalid relative path": Buffer.from(
        bytes.toString("latin1").replaceAll(name, outside),
        "latin1",
      ),
      "no whole backup": Buffer.from("not a zip at all".repeat(100)),
    };
    for (const [sentence, content] of Object.entries(broken)) {
      const file = path.join(folder, "broken.zip");
      await writeFile(file, content);
      const done = await runCommand("restore", filled, file);
      expect(done.said).toContain(sentence);
      expect(done.said.split("\n").at(-1)).toContain(sentence);
      expect(done.code).toBe(1);
      expect(filesBelow(path.dirname(filled.mediaDir))).toEqual(before);
    }
    const none = await runCommand(
      "restore",
      filled,
      path.join(folder, "no.zip"),
    );
    expect(none.said).toContain("There is no file");
  });

  test("of a backup in which an original has changed restores the rest, names it, and ends with status 1", async () => {
    const filled = await makeFilledPlace();
    const file = path.join(await makeFolder(), "site.zip");
    await runCommand("backup", filled, file);
    const changed = "catalog/214/original/a.jpg";
    const original = await readFile(path.join(filled.mediaDir, changed));
    const bytes = await readFile(file);
    const at = bytes.indexOf(original) + original.length - 1;
    bytes[at] = bytes[at]! ^ 1;
    await writeFile(file, bytes);

    const place = await makePlace();
    const done = await runCommand("restore", place, file);
    expect(done.said).toContain(changed);
    expect(done.code).toBe(1);
    const sound = await readOriginals(filled.mediaDir);
    delete sound[changed];
    expect(await readOriginals(place.mediaDir)).toEqual(sound);
  });

  test("that is killed before its end leaves the old site, and the next one succeeds @soak", async () => {
    const filled = await makeFilledPlace();
    const file = path.join(await makeFolder(), "site.zip");
    await runCommand("backup", filled, file);
    const before = await readOriginals(filled.mediaDir);
    const { child, ended } = startCommand("restore", filled, file);
    await until(async () =>
      (await readdir(filled.mediaDir)).includes(".restoring")
        ? true
        : undefined,
    );
    child.kill("SIGKILL");
    await ended;
    const site = await startThere(filled, OPEN);
    await site.untilIdle();
    expect(await readOriginals(site.mediaDir)).toEqual(before);
    expect(site.count("rock_posts")).toBe(2);
    await site.kill();
    site.letGo();
    expect(await runCommand("restore", site, file)).toMatchObject({ code: 0 });
    expect(await readdir(site.mediaDir)).not.toContain(".restoring");
  });
});
