import {
  cpSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import { openSecondConnection } from "#db/copy.server.ts";
import { makeSnapshot } from "#domain/backup/make-snapshot.server.ts";
import {
  readReread,
  rereadBackups,
  saveReread,
} from "#domain/backup/reread.server.ts";
import { listSnapshots } from "#domain/backup/snapshots.server.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { addFind, emptyOwnStore } from "#tests/setup/own-store.ts";

// Before the settings are read, which is once.
const folder = (process.env.BACKUP_DIR = `${process.env.MEDIA_DIR}-backups`);
const FINDS = 198;

let finds: { place: string; uuid: string }[];

beforeEach(() => {
  emptyOwnStore();
  rmSync(folder, { recursive: true, force: true });
});

/** Makes three backups of a site with many finds. The third has a copy of its own of some originals. */
async function backUpThrice(own: number[]) {
  finds = Array.from({ length: FINDS }, (_, n) =>
    addFind(n + 1, Buffer.from(`picture ${n}`)),
  );
  await makeSnapshot(folder);
  await makeSnapshot(folder);
  const { path: newest } = await makeSnapshot(folder);
  for (const n of own) separate(inBackup(newest, n));
  return newest;
}

/** Makes of a file, which backups share by a link, one of its own. */
function separate(file: string) {
  cpSync(file, `${file}.copy`, { preserveTimestamps: true });
  renameSync(`${file}.copy`, file);
}

const inBackup = (backup: string, n: number) =>
  path.join(backup, "media", finds[n]!.place);

/** Flips a bit, as a disk does over the years: size and time stay. */
function flip(file: string) {
  const { atime, mtime } = statSync(file);
  const bytes = readFileSync(file);
  bytes[bytes.length >> 1]! ^= 1;
  writeFileSync(file, bytes);
  utimesSync(file, atime, mtime);
}

describe("bits flipped in 5 of 200 files of the newest of three backups", () => {
  /** Reads the backups again for 30 nights. @returns what the last night says, and how many files were healed */
  async function rereadAll() {
    let last: ReturnType<typeof readReread>;
    let healed = 0;
    for (let night = 0; night < 30; night++) {
      const found = (await rereadBackups(last))!;
      healed += found.healed;
      await saveReread(found);
      last = readReread(openSecondConnection(getDb().$client.name));
    }
    return { healed, damaged: last!.damaged };
  }

  test("are found within 30 nights, healed for all backups that share them, else named", async () => {
    const newest = await backUpThrice([0]);
    for (const n of [0, 1, 2]) flip(inBackup(newest, n));
    rmSync(onDisk(finds[2]!.place));
    const { healed, damaged } = await rereadAll();
    const backups = await listSnapshots(folder);
    expect(backups).toHaveLength(3);
    // The older two share their copy of 0, which is sound. All three share those of 1 and of 2.
    expect(healed).toBe(4);
    const path = `media/${finds[2]!.place}`;
    expect(damaged).toEqual(
      backups.map(({ name }) => ({ backup: name, path })),
    );
    for (const { path: backup } of backups)
      for (const n of [0, 1])
        expect(readFileSync(inBackup(backup, n), "utf8")).toBe(`picture ${n}`);
    const inodes = backups.map((one) => statSync(inBackup(one.path, 1)).ino);
    expect(new Set(inodes).size).toBe(1);
  });

  test("are in no later backup once they are known", async () => {
    const newest = await backUpThrice([]);
    const file = inBackup(newest, 0);
    flip(file);
    const { atime, mtime } = statSync(file);
    // The store's is damaged too, in the same way, with the same size and time.
    cpSync(file, onDisk(finds[0]!.place));
    utimesSync(onDisk(finds[0]!.place), atime, mtime);
    await rereadAll();
    expect(await makeSnapshot(folder)).toMatchObject({
      complete: false,
      damaged: [finds[0]!.place],
    });
  });
});
