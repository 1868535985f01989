import {
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { makeSnapshot } from "#domain/backup/make-snapshot.server.ts";
import {
  manifestLines,
  writeManifest,
} from "#domain/backup/manifest.server.ts";
import {
  lastBackup,
  readBackups,
  timeUntilDue,
  untilNextBackup,
} from "#domain/backup/schedule.server.ts";
import {
  listSnapshots,
  requireOwnFolder,
} from "#domain/backup/snapshots.server.ts";
import {
  readReread,
  rereadBackups,
  saveReread,
} from "#domain/backup/reread.server.ts";
import { saveReport } from "#domain/backup/reports.server.ts";
import { getSettings } from "#core/settings.server.ts";
import { onDisk, storeRoot } from "#domain/store/disk.server.ts";
import { makeFolder } from "#tests/setup/calls/backup.ts";
import { addFind, emptyOwnStore, flipBit } from "#tests/setup/own-store.ts";
import { runSql } from "#tests/setup/rows.ts";

// Before the settings are read, which is once.
const folder = (process.env.BACKUP_DIR = `${process.env.MEDIA_DIR}-backups`);

beforeEach(() => {
  emptyOwnStore();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
});

/** Puts finished snapshots there, which have nothing but their manifests. */
async function put(names: string[], complete = true) {
  const missing = complete ? [] : ["rocks/7/lost.jpg"];
  for (const name of names) {
    mkdirSync(path.join(folder, name));
    const file = path.join(folder, name, "manifest.json");
    const manifest = { complete, missing, damaged: [] };
    await writeManifest(file, manifestLines([], manifest));
  }
}

/** Makes a snapshot. @returns its name among those that are there then */
async function rotate(keep = 14) {
  getSettings().BACKUP_KEEP = keep;
  const { path: made, complete } = await makeSnapshot(folder);
  return { made, complete, name: path.basename(made) };
}
const expectThere = (...names: string[]) =>
  expect(readdirSync(folder).sort()).toEqual(names.sort());

test("the newest complete snapshots stay, and what isn't one of them is never removed", async () => {
  const others = [
    "site-20200101T030000Z.tar",
    "20200101T000000Z-mine",
    "20200230T250000Z",
    "photos",
  ];
  for (const name of others) mkdirSync(path.join(folder, name));
  // Half of one, which somebody has copied there.
  mkdirSync(path.join(folder, "20200102T000000Z/media"), { recursive: true });
  await put([3, 4, 5].map((hour) => `20200105T0${hour}0000Z`));
  await put(["29990101T000000Z"]);
  const { name } = await rotate(2);
  const kept = ["20200102T000000Z", "20200105T050000Z", "29990101T000000Z"];
  expectThere(...others, ...kept, name);
});

test("one that is not complete never pushes out a complete one, and as many of them stay", async () => {
  rmSync(onDisk(addFind(7).place));
  await put(["20200101T000000Z", "20200102T000000Z"]);
  await put(["20200103T000000Z", "20200104T000000Z"], false);
  const { name, complete } = await rotate(2);
  expect(complete).toBe(false);
  const kept = ["20200101T000000Z", "20200102T000000Z", "20200104T000000Z"];
  expectThere(...kept, name);
});

test("what killed runs have left is removed by the next, and was never listed", async () => {
  await put([".making-20200101T000000Z", ".removing-20200102T000000Z"]);
  await put(["20200103T000000Z"]);
  writeFileSync(path.join(folder, ".making-notes"), "");
  expect(await listSnapshots(folder)).toMatchObject([
    { name: "20200103T000000Z" },
  ]);
  const { name } = await rotate();
  expectThere(".making-notes", "20200103T000000Z", name);
});

test("one dated in the future is listed, and counts for nothing", async () => {
  await put(["29990101T000000Z"]);
  expect(await listSnapshots(folder)).toHaveLength(1);
  expect(await lastBackup()).toBeUndefined();
  const none = { newest: null, kept: 0, isLate: true };
  expect(await readBackups()).toMatchObject(none);
  await put(["20200101T000000Z"]);
  expect(await lastBackup()).toBe(Date.parse("2020-01-01T00:00:00Z"));
});

test("a manifest that can't be read stops neither the next snapshot nor the rotation", async () => {
  const { place } = addFind(7);
  mkdirSync(path.join(folder, "20200101T000000Z"));
  writeFileSync(path.join(folder, "20200101T000000Z/manifest.json"), "{");
  await put(["20200102T000000Z"]);
  const { name, made, complete } = await rotate(1);
  expect(complete).toBe(true);
  expect(readdirSync(path.join(made, "media", path.dirname(place)))).toEqual([
    "a.jpg",
  ]);
  expectThere("20200101T000000Z", "20200102T000000Z", name);
});

test("beside the newest stay the newest of each of the 14 days and 12 months before", async () => {
  /** The names of snapshots of days, or of the middle of months, one after another. */
  const series = (before: string, first: number, last: number, after = "") =>
    Array.from({ length: last - first + 1 }, (_, n) => first + n).map(
      (n) => `${before}${String(n).padStart(2, "0")}${after}T120000Z`,
    );
  await put(["20241215T120000Z", "20250315T110000Z", "20260110T110000Z"]);
  await put([...series("2025", 1, 12, "15"), ...series("202601", 5, 20)]);
  const { name } = await rotate(1);
  const kept = [...series("2025", 2, 12, "15"), ...series("202601", 7, 20)];
  expectThere(...kept, name);
});

test("what the last try said is forgotten once there is a newer backup", async () => {
  const trouble = { missing: 2, damaged: 0 };
  await put(["20200101T000000Z"]);
  await saveReport("backup", trouble);
  expect(await readBackups()).toMatchObject({ trouble });
  runSql("UPDATE reports SET ended_dt = '2019-12-31T00:00:00Z'");
  expect(await readBackups()).toMatchObject({ trouble: null });
});

const HOUR = 3_600_000;

test.each([
  [undefined, 0],
  [HOUR, 0],
  [5 * HOUR, 0],
  [HOUR / 4, (HOUR * 3) / 4],
])(
  "the next backup is due at once without an earlier one, and otherwise once the newest has reached its maximum age: %s, %i",
  (age, wait) => {
    const now = Date.parse("2026-05-17T12:00:00Z");
    const last = age === undefined ? undefined : now - age;
    expect(timeUntilDue(last, now, HOUR)).toBe(wait);
  },
);

test("a site that nobody has set up makes no backup; once it has a find, the first one is due", async () => {
  expect(await untilNextBackup()).toBeUndefined();
  addFind(7);
  expect(await untilNextBackup()).toBe(0);
});

test("a folder for backups may be neither the store, nor in it, nor around it, also by a link", async () => {
  const link = path.join(await makeFolder(), "link");
  symlinkSync(storeRoot(), link);
  for (const refused of [
    storeRoot(),
    path.join(storeRoot(), "backups/daily"),
    path.dirname(storeRoot()),
    path.join(link, "backups"),
  ]) {
    getSettings().BACKUP_DIR = refused;
    const words = "neither may be inside the other";
    expect(requireOwnFolder, refused).toThrow(words);
  }
  getSettings().BACKUP_DIR = folder;
  expect(requireOwnFolder).not.toThrow();
});

test("a file whose bit has flipped in a backup and in the store is in no later backup once that is known", async () => {
  const { place } = addFind(7);
  const { path: made } = await makeSnapshot(folder);
  for (const rotten of [path.join(made, "media", place), place])
    flipBit(rotten);
  let last: ReturnType<typeof readReread>;
  for (let night = 0; night < 30; night++) {
    await saveReread((await rereadBackups(last))!);
    last = readReread();
  }
  const rotten = { complete: false, damaged: [place] };
  expect(await makeSnapshot(folder)).toMatchObject(rotten);
});
