import {
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { openSecondConnection } from "#db/copy.server.ts";
import { makeSnapshot } from "#domain/backup/make-snapshot.server.ts";
import {
  manifestLines,
  writeManifest,
} from "#domain/backup/manifest.server.ts";
import {
  lastBackup,
  readBackups,
  timeUntilDue,
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

// Before the settings are read, which is once.
const folder = (process.env.BACKUP_DIR = `${process.env.MEDIA_DIR}-backups`);

beforeEach(() => {
  emptyOwnStore();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
});

/** Puts a finished snapshot there, which has nothing but its manifest. */
async function put(name: string, complete = true) {
  mkdirSync(path.join(folder, name));
  await writeManifest(
    path.join(folder, name, "manifest.json"),
    manifestLines([], {
      complete,
      missing: complete ? [] : ["rocks/7/lost.jpg"],
      damaged: [],
    }),
  );
}

const names = () => readdirSync(folder).sort();

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
  for (const hour of [3, 4, 5]) await put(`20200105T0${hour}0000Z`);
  await put("29990101T000000Z");
  const { path: made } = await makeSnapshot(folder, 2);
  expect(names()).toEqual(
    [
      ...others,
      "20200102T000000Z",
      "20200105T050000Z",
      path.basename(made),
      "29990101T000000Z",
    ].sort(),
  );
});

test("one that is not complete never pushes out a complete one, and as many of them stay", async () => {
  const { place } = addFind(7);
  rmSync(onDisk(place));
  for (const day of [1, 2]) await put(`2020010${day}T000000Z`);
  for (const day of [3, 4]) await put(`2020010${day}T000000Z`, false);
  const { path: made, complete } = await makeSnapshot(folder, 2);
  expect(complete).toBe(false);
  expect(names()).toEqual([
    "20200101T000000Z",
    "20200102T000000Z",
    "20200104T000000Z",
    path.basename(made),
  ]);
});

test("what killed runs have left is removed by the next, and was never listed", async () => {
  await put(".making-20200101T000000Z");
  await put(".removing-20200102T000000Z");
  await put("20200103T000000Z");
  writeFileSync(path.join(folder, ".making-notes"), "");
  expect((await listSnapshots(folder)).map(({ name }) => name)).toEqual([
    "20200103T000000Z",
  ]);
  const { path: made } = await makeSnapshot(folder);
  expect(names()).toEqual([
    ".making-notes",
    "20200103T000000Z",
    path.basename(made),
  ]);
});

test("one dated in the future is listed, and counts for nothing", async () => {
  await put("29990101T000000Z");
  expect(await listSnapshots(folder)).toHaveLength(1);
  expect(await lastBackup()).toBeUndefined();
  expect(await readBackups()).toMatchObject({
    newest: null,
    kept: 0,
    isLate: true,
  });
  await put("20200101T000000Z");
  expect(await lastBackup()).toBe(Date.parse("2020-01-01T00:00:00Z"));
});

test("a manifest that can't be read stops neither the next snapshot nor the rotation", async () => {
  const { place } = addFind(7);
  mkdirSync(path.join(folder, "20200101T000000Z"));
  writeFileSync(path.join(folder, "20200101T000000Z/manifest.json"), "{");
  await put("20200102T000000Z");
  const { path: made, complete } = await makeSnapshot(folder, 1);
  expect(complete).toBe(true);
  expect(readdirSync(path.join(made, "media", path.dirname(place)))).toEqual([
    "a.jpg",
  ]);
  expect(names()).toEqual([
    "20200101T000000Z",
    "20200102T000000Z",
    path.basename(made),
  ]);
});

test("beside the newest stay the newest of each of the 14 days and 12 months before", async () => {
  const two = (n: number) => String(n).padStart(2, "0");
  await put("20241215T120000Z");
  for (let month = 1; month <= 12; month++)
    await put(`2025${two(month)}15T120000Z`);
  for (let n = 5; n <= 20; n++) await put(`202601${two(n)}T120000Z`);
  for (const day of ["20250315", "20260110"]) await put(`${day}T110000Z`);
  const { path: made } = await makeSnapshot(folder, 1);
  const days = [7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20];
  const months = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
  expect(names()).toEqual([
    ...months.map((month) => `2025${two(month)}15T120000Z`),
    ...days.map((n) => `202601${two(n)}T120000Z`),
    path.basename(made),
  ]);
});

test("what the last try said is forgotten once there is a newer backup", async () => {
  const trouble = { ok: true, complete: false, missing: 2, damaged: 0 };
  await put("20200101T000000Z");
  await saveReport("backup", trouble);
  expect(await readBackups()).toMatchObject({ trouble });
  getDb().run("UPDATE reports SET ended_dt = '2019-12-31T00:00:00Z'");
  expect(await readBackups()).toMatchObject({ trouble: null });
});

const HOUR = 3_600_000;

test("the next backup is due at once if there is none, and else when the newest is as old as it may be", () => {
  const now = Date.parse("2026-05-17T12:00:00Z");
  const waitAfter = (age?: number) =>
    timeUntilDue(age === undefined ? undefined : now - age, now, HOUR);
  expect([undefined, HOUR, 5 * HOUR, HOUR / 4].map(waitAfter)).toEqual([
    ...[0, 0, 0, (HOUR * 3) / 4],
  ]);
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
    expect(requireOwnFolder, refused).toThrow(
      "neither may be inside the other",
    );
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
    last = readReread(openSecondConnection(getDb().$client.name));
  }
  expect(await makeSnapshot(folder)).toMatchObject({
    complete: false,
    damaged: [place],
  });
});
