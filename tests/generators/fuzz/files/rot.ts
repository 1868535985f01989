import assert from "node:assert/strict";
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { closeDb, getDb } from "#db/client.server.ts";
import { makeSnapshot } from "#domain/backup/make-snapshot.server.ts";
import { readManifest } from "#domain/backup/manifest.server.ts";
import {
  readReread,
  rereadBackups,
  saveReread,
} from "#domain/backup/reread.server.ts";
import { restore } from "#domain/restore/restore.server.ts";
import { listSnapshots } from "#domain/backup/snapshots.server.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { addFind, emptyOwnStore, sumOf } from "#tests/setup/own-store.ts";
import { hold } from "../hold.ts";
import { useOwnData } from "./own-data.ts";

/**
 * Bits that rot in three backups and in the store. What the store has is healed within thirty nights, and comes back
 * by a restore; the rest is named.
 */

const RUNS = 3;
const BACKUPS = 3;
const NIGHTS = 30;

// Before the settings are read, which is once.
const folder = (process.env.BACKUP_DIR = mkdtempSync(
  path.join(tmpdir(), "painted-rocks-rot-"),
));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

const find = fc.nat(9);
const backup = fc.nat(BACKUPS - 1);

const rots = fc.record({
  finds: fc.integer({ min: 3, max: 8 }),
  /** Finds whose pictures are the same. */
  same: fc.array(find, { maxLength: 2 }),
  /** Files of backups that are no second name of another backup's. */
  own: fc.array(fc.tuple(backup, find), { maxLength: 6 }),
  flips: fc.array(fc.record({ backup: fc.option(backup), find }), {
    minLength: 2,
    maxLength: 8,
  }),
  /** Whether the site runs on before it is restored. */
  hasNights: fc.boolean(),
});
type Rot = typeof rots extends fc.Arbitrary<infer T> ? T : never;

/** @throws {Error} that names the seed, what has rotted, and what came of it */
export async function playRottedBackups(seed: number) {
  useOwnData();
  try {
    // Small values, which fast-check prefers, rot nothing that matters.
    await hold("the rotted backups", seed, RUNS, fc.noBias(rots), tryOne);
  } finally {
    emptyOwnStore();
    closeDb();
  }
}

async function tryOne(rot: Rot) {
  emptyOwnStore();
  rmSync(folder, { recursive: true, force: true });
  const places = Array.from({ length: rot.finds }, (_, n) => {
    const bytes = Buffer.from(`picture ${rot.same.includes(n) ? "" : n}`);
    return addFind(n + 1, bytes).place;
  });
  for (let n = 0; n < BACKUPS; n++) await makeSnapshot(folder);
  const backups = (await listSnapshots(folder)).map(({ path }) => path);
  const inBackup = (backup: number, find: number) =>
    path.join(backups[backup]!, "media", places[find % places.length]!);
  for (const [backup, find] of rot.own) giveOwn(inBackup(backup, find));
  for (const { backup, find } of rot.flips)
    flip(
      backup === null
        ? onDisk(places[find % places.length]!)
        : inBackup(backup, find),
    );
  if (rot.hasNights) await passNights(backups);
  await restoreNewest(backups[0]!, await listLostIn(backups[0]!));
}

/** A file as if it had been copied into its backup, instead of linked. */
function giveOwn(file: string) {
  const { atime, mtime } = statSync(file);
  copyFileSync(file, `${file}.own`);
  utimesSync(`${file}.own`, atime, mtime);
  renameSync(`${file}.own`, file);
}

/** Flips a bit, as a disk does over the years: size and time stay. */
function flip(file: string) {
  const { atime, mtime } = statSync(file);
  const bytes = readFileSync(file);
  bytes[0]! ^= 1;
  writeFileSync(file, bytes);
  utimesSync(file, atime, mtime);
}

const isSound = (file: string, sha256: string) =>
  existsSync(file) && sumOf(readFileSync(file)) === sha256;

/** The places of originals that neither a backup nor the store has as they were. */
const listLostIn = async (backup: string) =>
  (await readManifest(backup)).files.flatMap(({ path: name, sha256 }) => {
    const place = name.replace(/^media\//, "");
    return [path.join(backup, name), onDisk(place)].some((file) =>
      isSound(file, sha256),
    )
      ? []
      : [place];
  });

/** Those that are nowhere as they were. */
async function listLost(backups: string[]) {
  const sound = new Set<string>();
  const all = new Map<string, string>();
  for (const backup of backups)
    for (const { path: name, sha256 } of (await readManifest(backup)).files) {
      const place = name.replace(/^media\//, "");
      all.set(place, sha256);
      for (const file of [path.join(backup, name), onDisk(place)])
        if (isSound(file, sha256)) sound.add(sha256);
    }
  return [...all].flatMap(([place, sha256]) =>
    sound.has(sha256) ? [] : [place],
  );
}

/** Every file of a backup is as its list says, but for these. */
async function requireSound(backup: string, lost: string[]) {
  for (const { path: name, sha256 } of (await readManifest(backup)).files)
    assert.equal(
      isSound(path.join(backup, name), sha256),
      !lost.includes(name.replace(/^media\//, "")),
      `${name} of a kept backup`,
    );
}

async function passNights(backups: string[]) {
  const lost = new Map<string, string[]>();
  for (const backup of backups) lost.set(backup, await listLostIn(backup));
  let last: ReturnType<typeof readReread>;
  for (let night = 0; night < NIGHTS; night++) {
    await saveReread((await rereadBackups(last))!);
    last = readReread(getDb().$client);
  }
  for (const backup of backups) await requireSound(backup, lost.get(backup)!);
  assert.deepEqual(
    new Set(last!.damaged.map(({ path: name }) => name)),
    new Set([...lost.values()].flat().map((place) => `media/${place}`)),
    "what thirty nights name",
  );
  const next = await makeSnapshot(folder);
  assert.deepEqual(
    [...next.damaged].sort(),
    (await listLost(backups)).sort(),
    "what the next backup names",
  );
  await requireSound(next.path, []);
}

async function restoreNewest(backup: string, lost: string[]) {
  const { files } = await readManifest(backup);
  closeDb();
  const { broken } = await restore(backup, () => {});
  assert.deepEqual([...broken].sort(), [...lost].sort(), "what it names");
  for (const { path: name, sha256 } of files) {
    const place = name.replace(/^media\//, "");
    if (name === place) continue;
    assert.equal(
      isSound(onDisk(place), sha256),
      !lost.includes(place),
      `${place} after the restore`,
    );
  }
}
