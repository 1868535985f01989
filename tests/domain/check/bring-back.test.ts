import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import {
  manifestLines,
  readManifest,
  writeManifest,
} from "#domain/backup/manifest.server.ts";
import {
  bringBack,
  nameKept,
  findCopies,
} from "#domain/check/bring-back.server.ts";
import {
  checkOriginals,
  withSite,
} from "#domain/check/check-originals.server.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { runCommand } from "#tests/setup/calls/backup.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { until } from "#tests/setup/until.ts";
import { findOnPath } from "../../../scripts/system/programs.mjs";
import { flipBit, ownData, sumOf } from "#tests/setup/own-store.ts";
import { runSql } from "#tests/setup/rows.ts";
import {
  copyAsSnapshot,
  fillStore,
  runCheck,
  startCheck,
} from "./filled-store.ts";

const backups = mkdtempSync(path.join(tmpdir(), "painted-rocks-check-"));
const newest = path.join(backups, "20260102T030000Z");
const older = path.join(backups, "20260101T030000Z");
afterAll(() => rmSync(backups, { recursive: true }));

const read = (place: string) => readFileSync(onDisk(place));
const uuidOf = (place: string) => place.split("/")[2]!;
const kept = () =>
  filesBelow(onDisk("")).filter((file) => /^\.damaged-(?!20260101)/.test(file));

/** Where an original was when the older backup was made: its find has got another number since. */
const movedSince = (place: string) =>
  place.replace(/^rocks\/\d+/, "rocks/12345");

/** All originals. The first find is in the trash. */
let places: string[];
let finds: string[];
/** The last of the finds, the rocks and the photos. */
let find: string;
let rock: string;
let photo: string;
beforeEach(async () => {
  places = await fillStore();
  const placesIn = (folder: string) =>
    places.filter((place) => place.startsWith(`${folder}/`));
  finds = placesIn("rocks");
  find = finds.at(-1)!;
  rock = placesIn("catalog").at(-1)!;
  photo = placesIn("albums").at(-1)!;
  for (const snapshot of [newest, older])
    rmSync(snapshot, { recursive: true, force: true });
  await copyAsSnapshot(newest, places);
  await copyAsSnapshot(older, places, movedSince);
});

const forgetSums = () => runSql("UPDATE rock_post_images SET sha256 = NULL");

/**
 * Does in this process what the command does.
 * @param meanwhile runs while somebody reads the list
 * @returns each original that a backup has, with the backup's name, and why it isn't back
 */
const bringAllBack = (from: string, meanwhile = () => {}) =>
  withSite(async (db) => {
    const copies = await findCopies(from, (await checkOriginals(db)).wrong);
    meanwhile();
    const results: string[][] = [];
    for await (const { wrong, error } of bringBack(db, copies, nameKept()))
      results.push([
        wrong.place,
        copies.get(wrong)!.backup,
        error ?? "is back",
      ]);
    for (const source of new Set([...copies.values()].map((c) => c.source)))
      source.close();
    return results.sort();
  });

test("originals come back with their time from a snapshot that has them whole, and else are left as they are, and named", async () => {
  const blocked = finds.find((place) => uuidOf(place) !== uuidOf(finds[0]!))!;
  const whole = [find, photo].map(read);
  const time = new Date("2026-05-17T08:30:00.123Z");
  utimesSync(path.join(older, "media", movedSince(find)), time, time);
  for (const place of [find, rock]) flipBit(place);
  for (const place of [photo, blocked]) rmSync(onDisk(place));
  mkdirSync(onDisk(`${blocked}/something else`), { recursive: true });
  // A sync has seen that the photo is gone.
  runSql(
    `UPDATE photos SET missing = 1 WHERE original_file = '${path.basename(photo)}'`,
  );
  const damaged = read(rock);
  // The newest backup has the find damaged, and no backup has the rock.
  cpSync(onDisk(find), path.join(newest, "media", find));
  for (const snapshot of [newest, older])
    rmSync(path.join(snapshot, "media", rock));

  const { code, lines } = await runCheck(ownData(), "--from", backups);
  expect(code).toBe(1);
  const found = lines.slice(0, -3);
  expect(found).toHaveLength(7);
  for (const line of [
    `changed  ${find}  (in 20260101T030000Z)`,
    `brought back  ${find}`,
    `missing  ${photo}  (in 20260102T030000Z)`,
    `brought back  ${photo}`,
    `changed  ${rock}  (in no backup there)`,
    `missing  ${blocked}  (in 20260102T030000Z)`,
    expect.stringContaining(`not brought back  ${blocked}: `) as string,
  ])
    expect(found).toContainEqual(line);
  expect(lines.slice(-3)).toEqual([
    expect.stringContaining("The damaged files are kept"),
    "Sync the albums in the admin, so that photos that are back show.",
    expect.stringMatching(/: 1 missing, 1 changed\. /),
  ]);
  expect([find, photo].map(read)).toEqual(whole);
  expect(Math.round(statSync(onDisk(find)).mtimeMs)).toBe(time.getTime());
  expect(read(rock)).toEqual(damaged);
  expect(kept()).toHaveLength(1);
  expect(filesBelow(onDisk("tmp/parts"))).toEqual([]);
});

test("an original comes back from a backup in one file too, and from a folder that holds one @soak", async () => {
  const folder = mkdtempSync(path.join(backups, "files-"));
  const file = path.join(folder, "by-hand.zip");
  const { code } = await runCommand("backup", ownData(), file);
  expect(code).toBe(0);
  const whole = read(find);
  for (const from of [file, folder]) {
    flipBit(find);
    expect(await bringAllBack(from)).toEqual([
      [find, "by-hand.zip", "is back"],
    ]);
    expect(read(find)).toEqual(whole);
  }
});

test("an original that was never read comes back by its place, as the backup lists it", async () => {
  const whole = read(find);
  forgetSums();
  rmSync(onDisk(find));
  expect(await bringAllBack(newest)).toEqual([
    [find, path.basename(newest), "is back"],
  ]);
  expect(read(find)).toEqual(whole);
  expect(kept()).toEqual([]);
});

test("an original whose find gets another number or is deleted while somebody reads the list comes back to its place", async () => {
  const gone = finds.find((place) => uuidOf(place) !== uuidOf(finds[0]!))!;
  const whole = [find, gone].map(read);
  rmSync(onDisk(find));
  flipBit(gone);
  const results = await bringAllBack(newest, () =>
    runSql(`
      DELETE FROM rock_posts WHERE uuid = '${uuidOf(gone)}';
      UPDATE rock_posts SET rock_number = 777 WHERE uuid = '${uuidOf(find)}'`),
  );
  const backup = path.basename(newest);
  const back = [find, gone].map((place) => [place, backup, "is back"]);
  expect(results).toEqual(back.sort());
  expect([find, gone].map(read)).toEqual(whole);
});

test("a kill at any moment leaves the old or the new file whole at each place @soak", async () => {
  const sumsNow = () =>
    new Map(places.map((place) => [place, sumOf(read(place))]));
  const whole = sumsNow();
  for (const place of places) flipBit(place);
  const damaged = sumsNow();
  let last = 0;
  for (let kill = 0; kill < 5; kill++) {
    const { child, lines, ended } = startCheck(ownData(), "--from", backups);
    const wanted = 1 + (kill % 3);
    const brought = () =>
      lines.filter((line) => line.startsWith("brought back")).length;
    await until(() => brought() >= wanted);
    child.kill("SIGKILL");
    await ended;
    let back = 0;
    for (const [place, sum] of sumsNow())
      if (sum === whole.get(place)) back++;
      else expect(sum, place).toBe(damaged.get(place));
    expect(back).toBeGreaterThanOrEqual(last + wanted);
    last = back;
  }
  expect((await runCheck(ownData(), "--from", backups)).code).toBe(0);
  expect(sumsNow()).toEqual(whole);
});

test("what is no backup is refused, and a backup whose list can't be read is left out", async () => {
  const empty = path.join(backups, "empty");
  mkdirSync(empty, { recursive: true });
  await expect(bringAllBack(empty)).rejects.toThrow(
    `${empty} is not a backup and does not contain one.`,
  );
  flipBit(find);
  appendFileSync(path.join(newest, "manifest.json"), "}");
  expect(await bringAllBack(backups)).toEqual([
    [find, path.basename(older), "is back"],
  ]);
});

test("a backup whose list is of files that were swapped brings nothing back", async () => {
  const [one, other] = finds;
  forgetSums();
  rmSync(onDisk(one!));
  const { files, ...rest } = await readManifest(newest);
  const swapped = files.map((file) =>
    file.path === `media/${one}` ? { ...file, path: `media/${other}` } : file,
  );
  await writeManifest(
    path.join(newest, "manifest.json"),
    manifestLines(swapped, rest),
  );
  expect(await bringAllBack(newest)).toEqual([]);
  expect(existsSync(onDisk(one!))).toBe(false);
});

test.runIf(findOnPath("script"))(
  "at a terminal it asks first, and brings nothing back without a yes @soak",
  async () => {
    async function answer(text: string) {
      const command = `node scripts/run-built.mjs check --from ${newest}`;
      const child = spawn("script", ["-qec", command, "/dev/null"], {
        stdio: ["pipe", "pipe", "inherit"],
      });
      let said = "";
      child.stdout.on("data", (bytes) => (said += bytes));
      await until(() => said.includes("? [y/N]"));
      child.stdin.end(text);
      const [code] = await once(child, "close");
      return { code: code as number, said };
    }
    const whole = read(find);
    rmSync(onDisk(find));
    for (const no of ["no\n", "\u0004"])
      expect((await answer(no)).code).toBe(1);
    expect(existsSync(onDisk(find))).toBe(false);
    const { code, said } = await answer("y\n");
    expect(said).toMatch(/\(100 %\)/);
    expect(code).toBe(0);
    expect(read(find)).toEqual(whole);
  },
);
