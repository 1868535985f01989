import { randomBytes } from "node:crypto";
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import path from "node:path";
import {
  beforeEach,
  expect,
  onTestFinished,
  test,
  type TestContext,
} from "vitest";
import { deleteFind } from "#domain/finds/trashed-finds.server.ts";
import { makeSnapshot } from "#domain/backup/make-snapshot.server.ts";
import {
  listSnapshots,
  snapshotName,
} from "#domain/backup/snapshots.server.ts";
import { makeFolder } from "#tests/setup/calls/backup.ts";
import {
  addFind,
  addPhoto,
  emptyOwnStore,
  expectWhole,
  flipBit,
  moveFind,
  writeInStore,
} from "#tests/setup/own-store.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { mountSmallDisk } from "#tests/setup/processes/small-disk.ts";
import { takeStoreAway } from "#tests/setup/processes/volume.ts";
import { onDisk, storeRoot } from "#domain/store/disk.server.ts";

let folder: string;

beforeEach(async () => {
  emptyOwnStore();
  folder = await makeFolder();
});

const DAY_MS = 86_400_000;

/** Makes a snapshot and dates it back, because no two of them are of the same second. */
async function snapshotOf(daysAgo: number) {
  const made = await makeSnapshot(folder);
  const dated = path.join(folder, snapshotName(Date.now() - daysAgo * DAY_MS));
  renameSync(made.path, dated);
  return { ...made, path: dated };
}

const WHOLE = { complete: true, missing: [], damaged: [] };
const inode = (...parts: string[]) => statSync(path.join(...parts)).ino;
const expectLinked = ([one, other]: [string, string], place: string) =>
  expect(inode(one, "media", place)).toBe(inode(other, "media", place));
const readIn = (made: string, place: string) =>
  readFileSync(path.join(made, "media", place));

test("a snapshot has the database, every original, those in the trash, bkg/ and the logo, and no derivatives", async () => {
  const find = addFind(7);
  const trashed = addFind(8);
  await deleteFind(trashed.rps_key);
  const photo = addPhoto("sea");
  const pictures = [
    "bkg/home_bkg.webp",
    "bkg/home_bkg_tall.webp",
    "bkg/original/hero.jpg",
    "logo.webp",
  ];
  const derivatives = [
    find.place.replace("original/a.jpg", "sm/a.webp"),
    "albums/sea/webp/a.webp",
    "shares/12/a.jpg",
  ];
  for (const place of [...pictures, ...derivatives])
    writeInStore(place, randomBytes(100));

  const { path: made } = await makeSnapshot(folder);
  expect(await expectWhole(made)).toMatchObject(WHOLE);
  const originals = [find.place, trashed.place, photo, ...pictures];
  expect(filesBelow(made)).toEqual(
    [
      ...originals.map((place) => `media/${place}`),
      ...["manifest.json", "site.sqlite"],
    ].sort(),
  );
  expect(path.basename(made)).toMatch(/^\d{8}T\d{6}Z$/);
  expect(await listSnapshots(folder)).toMatchObject([{ path: made }]);
});

test("a snapshot shares no file with the store, and every unchanged one with the snapshot before, the database too", async () => {
  const { place } = addFind(7);
  const first = await snapshotOf(1);
  const second = await snapshotOf(0);
  for (const name of [`media/${place}`, "site.sqlite"])
    expect(inode(second.path, name)).toBe(inode(first.path, name));
  expect(inode(first.path, "media", place)).not.toBe(inode(onDisk(place)));
  expect(statSync(onDisk(place)).nlink).toBe(1);
});

test("a snapshot links what got another number or was deleted meanwhile, and copies what was changed", async () => {
  const moved = addFind(7);
  const trashed = addFind(8);
  writeInStore("bkg/home_bkg.webp", randomBytes(100));
  const first = await snapshotOf(1);
  await moveFind(moved.rps_key, 99);
  await deleteFind(trashed.rps_key);
  const bytes = randomBytes(100);
  writeInStore("bkg/home_bkg.webp", bytes);
  const second = await snapshotOf(0);
  await expectWhole(second.path);
  for (const { place } of [moved, trashed])
    expectLinked([second.path, first.path], place);
  expect(readIn(second.path, "bkg/home_bkg.webp")).toEqual(bytes);
  await expectWhole(first.path);
});

test("a snapshot of a store that is away is refused, and removes none of the others", async () => {
  addFind(7);
  for (const day of [3, 2, 1]) await snapshotOf(day);
  const before = filesBelow(folder);
  const volume = takeStoreAway({ mediaDir: storeRoot() });
  const away = { kind: "unavailable" };
  await expect(makeSnapshot(folder)).rejects.toMatchObject(away);
  volume.bringBack();
  expect(filesBelow(folder)).toEqual(before);
});

test("an original that is not as it was uploaded comes from an earlier snapshot, even if the newest has it damaged too", async () => {
  const { place, bytes } = addFind(7);
  const whole = await snapshotOf(3);
  writeInStore(place, randomBytes(50));
  for (const day of [2, 1]) {
    const { path: made, complete } = await snapshotOf(day);
    expect(complete).toBe(true);
    expectLinked([made, whole.path], place);
    expect(readIn(made, place)).toEqual(bytes);
    await expectWhole(made);
  }
});

test("an original that is not as it was uploaded is taken as it is if no earlier snapshot has it, and the manifest says so", async () => {
  const { place } = addFind(7);
  addFind(8);
  flipBit(place);
  const first = await snapshotOf(1);
  const broken = { complete: false, missing: [], damaged: [place] };
  expect(first).toMatchObject(broken);
  expect(await expectWhole(first.path)).toMatchObject(broken);
  expect(await snapshotOf(0)).toMatchObject(broken);
});

test("an original that the operator has replaced in an album since the last sync is taken as it is", async () => {
  const place = addPhoto("sea");
  await snapshotOf(1);
  const bytes = randomBytes(50);
  writeInStore(place, bytes);
  const { path: made, complete } = await snapshotOf(0);
  expect(complete).toBe(true);
  expect(readIn(made, place)).toEqual(bytes);
});

test("an original that is lost or can't be read is missing, and all others are there", async () => {
  const lost = addFind(7);
  const unreadable = addFind(8);
  const { place } = addFind(9);
  rmSync(onDisk(lost.place));
  rmSync(onDisk(unreadable.place));
  mkdirSync(onDisk(unreadable.place));
  const { path: made } = await makeSnapshot(folder);
  const missing = [lost.place, unreadable.place];
  const manifest = await expectWhole(made);
  expect(manifest).toMatchObject({ complete: false, missing });
  expect(manifest.files.map((file) => file.path)).toContain(`media/${place}`);
});

function mountDisk(context: TestContext) {
  const disk = mountSmallDisk("size=68m");
  if (!disk)
    return context.skip("A tmpfs may not be mounted here; root may do that.");
  onTestFinished(() => disk.remove());
  return disk.folder;
}

test("a file that can't be linked is copied from the earlier snapshot, and linked from then on", async (context) => {
  const disk = mountDisk(context);
  const { place } = addFind(7);
  const { path: made } = await makeSnapshot(folder);
  // It was moved to another disk, which no link can reach.
  const moved = path.join(disk, "moved");
  cpSync(made, moved, { recursive: true, preserveTimestamps: true });
  rmSync(made, { recursive: true });
  symlinkSync(moved, path.join(folder, "20260101T000000Z"));
  const stateIn = (of: string) => statSync(path.join(of, "media", place));
  const there = stateIn(moved);

  const copied = await makeSnapshot(folder);
  await expectWhole(copied.path);
  const here = stateIn(copied.path);
  expect(here.dev).not.toBe(there.dev);
  expect(Math.round(here.mtimeMs)).toBe(Math.round(there.mtimeMs));
  expectLinked([(await makeSnapshot(folder)).path, copied.path], place);
});

test("a folder on another disk gets whole snapshots, and a full disk costs none of them", async (context) => {
  const disk = mountDisk(context);
  addFind(7);
  const { path: made } = await makeSnapshot(disk);
  await expectWhole(made);
  addFind(8, randomBytes(4_000_000));
  await expect(makeSnapshot(disk)).rejects.toMatchObject({
    kind: "unavailable",
    message: expect.stringContaining("There is no room for the backup"),
  });
  expect(readdirSync(disk)).toEqual([path.basename(made)]);
  await expectWhole(made);
});
