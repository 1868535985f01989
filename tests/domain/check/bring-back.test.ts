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
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { photos, rockPosts } from "#db/schema.ts";
import {
  manifestLines,
  readManifest,
  writeManifest,
} from "#domain/backup/manifest.server.ts";
import { bringBack, nameKept } from "#domain/check/bring-back.server.ts";
import { checkOriginals } from "#domain/check/check-originals.server.ts";
import { findCopies } from "#domain/check/find-copies.server.ts";
import { withSite } from "#domain/check/with-site.server.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { runCommand } from "#tests/setup/calls/backup.ts";
import { flipBit } from "#tests/setup/check/faults.ts";
import {
  emptyStore,
  fillStore,
  ownData,
  sumOf,
} from "#tests/setup/check/filled-store.ts";
import { runCheck, startCheck } from "#tests/setup/check/run-check.ts";
import { copyAsSnapshot } from "#tests/setup/check/snapshot.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { until } from "#tests/setup/until.ts";
import { findOnPath } from "../../../scripts/system/find-on-path.mjs";
import { randomFrom } from "../../../scripts/demo/random.ts";

const random = randomFrom(5);
const backups = mkdtempSync(path.join(tmpdir(), "painted-rocks-check-"));
const newest = path.join(backups, "20260102T030000Z");
const older = path.join(backups, "20260101T030000Z");
afterAll(() => rmSync(backups, { recursive: true }));

const read = (place: string) => readFileSync(onDisk(place));
const placeIn = (places: string[], folder: string) =>
  places.filter((place) => place.startsWith(`${folder}/`)).at(-1)!;
const uuidOf = (place: string) => place.split("/")[2]!;
const kept = () =>
  filesBelow(onDisk("")).filter((file) => /^\.damaged-(?!20260101)/.test(file));

let places: string[];
beforeEach(async () => {
  emptyStore();
  places = await fillStore(random, 10, [2000, 4000]);
  for (const snapshot of [newest, older]) {
    rmSync(snapshot, { recursive: true, force: true });
    await copyAsSnapshot(snapshot, places);
  }
});

describe("an original", () => {
  test("comes back with its time from a snapshot that has it whole, and else is left as it is @soak", async () => {
    const [find, rock, photo] = ["rocks", "catalog", "albums"].map((folder) =>
      placeIn(places, folder),
    );
    const whole = read(find!);
    const time = new Date("2026-05-17T08:30:00.123Z");
    for (const snapshot of [newest, older])
      utimesSync(path.join(snapshot, "media", find!), time, time);
    for (const place of [find!, rock!]) flipBit(random, place);
    rmSync(onDisk(photo!));
    const damaged = read(rock!);
    // The newest backup has the find damaged, and no backup has the others.
    cpSync(onDisk(find!), path.join(newest, "media", find!));
    for (const snapshot of [newest, older])
      for (const place of [rock!, photo!])
        rmSync(path.join(snapshot, "media", place));

    const { code, lines } = await runCheck(ownData(), "--from", backups);
    expect(code).toBe(1);
    expect(lines.slice(0, -2)).toEqual([
      `missing  ${photo}  (in no backup there)`,
      `changed  ${rock}  (in no backup there)`,
      `changed  ${find}  (in 20260101T030000Z)`,
      `brought back  ${find}`,
    ]);
    expect(lines.at(-2)).toContain("The damaged files are kept");
    expect(lines.at(-1)).toMatch(/: 1 missing, 1 changed\. /);
    expect(read(find!)).toEqual(whole);
    expect(Math.round(statSync(onDisk(find!)).mtimeMs)).toBe(time.getTime());
    expect(read(rock!)).toEqual(damaged);
    expect(existsSync(onDisk(photo!))).toBe(false);
    expect(kept()).toHaveLength(1);
  });

  test("comes back from a backup in one file too, and from a folder that holds one @soak", async () => {
    const folder = mkdtempSync(path.join(backups, "files-"));
    const file = path.join(folder, "by-hand.zip");
    const { databasePath, mediaDir } = ownData();
    expect(
      await runCommand("backup", { databasePath, mediaDir }, file),
    ).toMatchObject({ code: 0 });
    const place = placeIn(places, "rocks");
    const whole = read(place);
    for (const from of [file, folder]) {
      flipBit(random, place);
      const { code, lines } = await runCheck(ownData(), "--from", from);
      expect(lines[0]).toBe(`changed  ${place}  (in by-hand.zip)`);
      expect(code).toBe(0);
      expect(read(place)).toEqual(whole);
    }
  });

  test("that was never read comes back by its place, as the backup lists it", async () => {
    const place = placeIn(places, "rocks");
    const whole = read(place);
    getDb().$client.exec("UPDATE rock_post_images SET sha256 = NULL");
    rmSync(onDisk(place));
    expect((await runCheck(ownData(), "--from", newest)).code).toBe(0);
    expect(read(place)).toEqual(whole);
    expect(kept()).toEqual([]);
  });

  test("of an album's lost folder comes back, though a sync has seen that it is gone @soak", async () => {
    const lost = placeIn(places, "albums");
    const whole = read(lost);
    rmSync(onDisk(lost));
    getDb()
      .update(photos)
      .set({ missing: true })
      .where(eq(photos.original_file, path.basename(lost)))
      .run();
    expect((await runCheck(ownData())).lines[0]).toBe(`missing  ${lost}`);
    const { code, lines } = await runCheck(ownData(), "--from", newest);
    expect(code).toBe(0);
    expect(lines.slice(0, 3)).toEqual([
      `missing  ${lost}  (in ${path.basename(newest)})`,
      `brought back  ${lost}`,
      "Sync the albums in the admin, so that photos that are back show.",
    ]);
    expect(read(lost)).toEqual(whole);
  });

  test("whose find gets another number or goes while somebody reads the list comes back to its place, or not at all", async () => {
    const finds = places.filter((place) => place.startsWith("rocks/"));
    // The first find is in the trash.
    const gone = finds.find((place) => uuidOf(place) !== uuidOf(finds[0]!));
    const moved = finds.at(-1);
    const whole = read(moved!);
    const findAt = (place: string) => eq(rockPosts.uuid, uuidOf(place));
    rmSync(onDisk(moved!));
    flipBit(random, gone!);
    const damaged = read(gone!);
    const results = await withSite(async (db) => {
      const copies = await findCopies(newest, (await checkOriginals(db)).wrong);
      getDb().delete(rockPosts).where(findAt(gone!)).run();
      getDb()
        .update(rockPosts)
        .set({ rock_number: 777 })
        .where(findAt(moved!))
        .run();
      const results: [place: string, error: string | undefined][] = [];
      for await (const { wrong, error } of bringBack(db, copies, nameKept()))
        results.push([wrong.place, error]);
      return results.sort();
    });
    expect(results).toEqual(
      [
        [moved, undefined],
        [gone, "It was deleted or replaced meanwhile."],
      ].sort(),
    );
    expect(read(moved!)).toEqual(whole);
    expect(read(gone!)).toEqual(damaged);
  });

  test("that can't take its place is named, and the others come back", async () => {
    const [find, rock] = ["rocks", "catalog"].map((folder) =>
      placeIn(places, folder),
    );
    flipBit(random, find!);
    rmSync(onDisk(rock!));
    mkdirSync(onDisk(`${rock}/something else`), { recursive: true });
    const { code, lines } = await runCheck(ownData(), "--from", newest);
    expect(code).toBe(1);
    expect(lines).toContainEqual(
      expect.stringMatching(`^not brought back  ${rock}: `),
    );
    expect(lines).toContain(`brought back  ${find}`);
    expect(filesBelow(onDisk("tmp/parts"))).toEqual([]);
  });
});

test("a kill at any moment leaves the old or the new file whole at each place @soak", async () => {
  const wholeOf = new Map(places.map((place) => [place, sumOf(read(place))]));
  for (const place of places) flipBit(random, place);
  const damagedOf = new Map(places.map((place) => [place, sumOf(read(place))]));
  let last = 0;
  for (let kill = 0; kill < 5; kill++) {
    const { child, lines, ended } = startCheck(ownData(), "--from", backups);
    const wanted = 1 + Math.floor(random() * 3);
    const brought = () =>
      lines.filter((line) => line.startsWith("brought back")).length;
    await until(() => (brought() >= wanted ? true : undefined));
    child.kill("SIGKILL");
    await ended;
    let back = 0;
    for (const place of places) {
      const sum = sumOf(read(place));
      if (sum === wholeOf.get(place)) back++;
      else expect(sum, place).toBe(damagedOf.get(place));
    }
    expect(back).toBeGreaterThanOrEqual(last + wanted);
    last = back;
  }
  expect((await runCheck(ownData(), "--from", backups)).code).toBe(0);
  for (const [place, sum] of wholeOf) expect(sumOf(read(place))).toBe(sum);
});

describe("a backup that can't be used", () => {
  test("is refused if it is none, and left out if its list can't be read", async () => {
    const empty = path.join(backups, "empty");
    mkdirSync(empty, { recursive: true });
    expect(await runCheck(ownData(), "--from", empty)).toEqual({
      code: 1,
      lines: [`${empty} is not a backup and does not contain one.`],
    });
    const place = placeIn(places, "rocks");
    flipBit(random, place);
    appendFileSync(path.join(newest, "manifest.json"), "}");
    const { code, lines } = await runCheck(ownData(), "--from", backups);
    expect(code).toBe(0);
    expect(lines[0]).toBe(`changed  ${place}  (in 20260101T030000Z)`);
  });

  test("whose list is of files that were swapped brings nothing back", async () => {
    const [one, other] = places.filter((place) => place.startsWith("rocks/"));
    getDb().$client.exec("UPDATE rock_post_images SET sha256 = NULL");
    rmSync(onDisk(one!));
    const { files, ...rest } = await readManifest(newest);
    const swapped = files.map((file) =>
      file.path === `media/${one}` ? { ...file, path: `media/${other}` } : file,
    );
    await writeManifest(
      path.join(newest, "manifest.json"),
      manifestLines(swapped, rest),
    );
    expect((await runCheck(ownData(), "--from", newest)).code).toBe(1);
    expect(existsSync(onDisk(one!))).toBe(false);
  });
});

describe.runIf(findOnPath("script"))("at a terminal", () => {
  /** Runs the command at a terminal, answers its question, and returns its exit code. */
  async function answer(text: string) {
    const { databasePath, mediaDir } = ownData();
    const child = spawn(
      "script",
      [
        "-qec",
        `node scripts/run-built.mjs check --from ${newest}`,
        "/dev/null",
      ],
      {
        env: {
          ...process.env,
          DATABASE_PATH: databasePath,
          MEDIA_DIR: mediaDir,
        },
        stdio: ["pipe", "pipe", "inherit"],
      },
    );
    let said = "";
    child.stdout.on("data", (bytes) => (said += bytes));
    await until(() => (said.includes("? [y/N]") ? true : undefined));
    child.stdin.end(text);
    const [code] = await once(child, "close");
    return { code: code as number, said };
  }

  test("it asks first, and brings nothing back without a yes @soak", async () => {
    const place = placeIn(places, "rocks");
    const whole = read(place);
    rmSync(onDisk(place));
    for (const no of ["no\n", "\u0004"])
      expect((await answer(no)).code).toBe(1);
    expect(existsSync(onDisk(place))).toBe(false);
    const { code, said } = await answer("y\n");
    expect(said).toContain("? [y/N]");
    expect(said).toMatch(/\(100 %\)/);
    expect(code).toBe(0);
    expect(read(place)).toEqual(whole);
  });
});
