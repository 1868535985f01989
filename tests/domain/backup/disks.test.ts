import { randomBytes } from "node:crypto";
import {
  cpSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeDb } from "#db/client.server.ts";
import { makeSnapshot } from "#domain/backup/make-snapshot.server.ts";
import { restore } from "#domain/restore/restore.server.ts";
import { storeRoot } from "#domain/store/disk.server.ts";
import { makeFolder } from "#tests/setup/calls/backup.ts";
import {
  addFind,
  emptyOwnStore,
  expectOwnStoreWhole,
  expectWhole,
} from "#tests/setup/own-store.ts";
import { filesBelow } from "#tests/setup/files.ts";
import {
  mountSmallDisk,
  type SmallDisk,
} from "#tests/setup/processes/small-disk.ts";

let disk: SmallDisk | undefined;

beforeEach(() => {
  emptyOwnStore();
  disk = mountSmallDisk("size=68m");
});
afterEach(() => disk?.remove());

const NOT_ALLOWED = "A tmpfs may not be mounted here; root may do that.";

test("a file that can't be linked is copied from the earlier snapshot, and linked from then on", async (context) => {
  if (!disk) return context.skip(NOT_ALLOWED);
  const { place } = addFind(7);
  const folder = await makeFolder();
  const { path: made } = await makeSnapshot(folder);
  // It was moved to another disk, which no link can reach.
  const moved = path.join(disk.folder, "moved");
  cpSync(made, moved, { recursive: true, preserveTimestamps: true });
  rmSync(made, { recursive: true });
  symlinkSync(moved, path.join(folder, "20260101T000000Z"));
  const original = (of: string) => statSync(path.join(of, "media", place));

  const copied = await makeSnapshot(folder);
  await expectWhole(copied.path);
  expect(original(copied.path).dev).not.toBe(original(moved).dev);
  expect(Math.round(original(copied.path).mtimeMs)).toBe(
    Math.round(original(moved).mtimeMs),
  );
  const linked = await makeSnapshot(folder);
  expect(original(linked.path).ino).toBe(original(copied.path).ino);
});

test("a folder on another disk gets whole snapshots, and a full disk costs none of them", async (context) => {
  if (!disk) return context.skip(NOT_ALLOWED);
  addFind(7);
  const { path: made } = await makeSnapshot(disk.folder);
  await expectWhole(made);
  addFind(8, randomBytes(4_000_000));
  await expect(makeSnapshot(disk.folder, 1)).rejects.toMatchObject({
    kind: "unavailable",
    message: expect.stringContaining("There is no room for the backup"),
  });
  expect(readdirSync(disk.folder)).toEqual([path.basename(made)]);
  await expectWhole(made);
});

test("a store without room for a backup is found before anything is touched", async () => {
  addFind(7);
  const folder = await makeFolder();
  const { path: made } = await makeSnapshot(folder);
  closeDb();
  const before = filesBelow(path.dirname(storeRoot()));
  const { files, ...rest } = await expectWhole(made);
  files[0]!.size = 2 ** 50;
  writeFileSync(
    path.join(made, "manifest.json"),
    JSON.stringify({ files, ...rest }),
  );
  await expect(restore(made, () => {})).rejects.toMatchObject({
    kind: "unavailable",
    message: expect.stringContaining("The store has no room for this backup"),
  });
  expect(filesBelow(path.dirname(storeRoot()))).toEqual(before);
  expectOwnStoreWhole();
});
