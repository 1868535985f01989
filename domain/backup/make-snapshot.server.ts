import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { onDisk, getFileNow, isSameFile } from "#domain/store/disk.server.ts";
import { syncPath } from "#domain/store/write.server.ts";
import {
  collect,
  whileAlone,
  type BackupSummary,
  type Target,
  type Wanted,
} from "./collect.server.ts";
import { copyFile, isUnreadable, reuse, syncAll } from "./copy-file.server.ts";
import {
  DATABASE,
  MANIFEST,
  writeManifest,
  readManifest,
  type ManifestFile,
} from "./manifest.server.ts";
import {
  backupFolder,
  requireOwnFolder,
  clearLeftovers,
  MAKING,
  rotate,
  snapshotName,
  listSnapshots,
} from "./snapshots.server.ts";
import { readChecksum } from "#domain/images/checksum.server.ts";
import { log } from "#core/log.server.ts";
import { getSettings } from "#core/settings.server.ts";
import type { SecondConnection } from "#db/copy.server.ts";
import { readReread } from "./reread.server.ts";

/**
 * Makes a snapshot while the site runs. What has not changed is a hard link to an earlier snapshot's file. It gets its
 * name when all of it is on the disk. In BACKUP_DIR, the oldest give way.
 */
export const makeSnapshot = (
  folder: string,
  onFile?: (done: number, of: number) => void,
): Promise<BackupSummary & { path: string }> =>
  whileAlone(async (site) => {
    requireOwnFolder();
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await clearLeftovers(folder);
    const place = await newPlace(folder);
    const making = path.join(folder, MAKING + path.basename(place));
    await mkdir(making, { mode: 0o700 });
    try {
      const earlier = await openEarlier(folder, site);
      const { database, manifest, summary } = await collect(
        site,
        making,
        intoFolder(making, earlier),
        { onFile },
      );
      // The copy of an unchanged database is that of an earlier snapshot.
      const last = earlier.find(DATABASE);
      if (last && last.sha256 === (await sumOf(database)))
        await replace(database, last, making);
      await writeManifest(path.join(making, MANIFEST), manifest);
      await syncAll(making);
      await rename(making, place);
      await syncPath(folder);
      if (folder === backupFolder())
        await rotate(folder, getSettings().BACKUP_KEEP);
      return { path: place, ...summary };
    } finally {
      await rm(making, { recursive: true, force: true });
    }
  });

/** A snapshot's place, named by this second or, if that is taken, by the next. */
async function newPlace(folder: string) {
  for (;;) {
    const place = path.join(folder, snapshotName(Date.now()));
    if (!existsSync(place)) return place;
    await setTimeout(100);
  }
}

/** Takes files into the folder of a snapshot, by a second name of an earlier one's if they are the same. */
function intoFolder(folder: string, earlier: EarlierFiles): Target {
  /** Each is made once only, because folders take most of a snapshot's time. */
  const folders = new Set<string>();

  const drop = (name: string) =>
    rmSync(path.join(folder, name), { force: true });

  return {
    drop,
    has: (file) => earlier.findCopy(file) !== undefined,
    async take(file) {
      const { name, place, wanted } = file;
      const to = path.join(folder, name);
      const inside = path.dirname(to);
      if (!folders.has(inside))
        mkdirSync(inside, { recursive: true, mode: 0o700 });
      folders.add(inside);
      const copy = earlier.findCopy(file);
      if (copy && reuse(copy, to)) return copy;
      const taken = copyIfReadable(onDisk(place), to);
      if (taken && (wanted === null || taken.sha256 === wanted)) return taken;
      // It is damaged or can't be read.
      if (wanted !== null)
        for await (const good of earlier.listAll(name, wanted))
          if (await replace(to, good, folder)) return good;
      return taken;
    },
  };
}

/** Puts an earlier snapshot's file, once it was read, in the place of a copy. @returns false when it is not whole */
async function replace(to: string, file: EarlierFile, making: string) {
  const next = path.join(making, "next");
  const isRight = (await sumOf(file.file)) === file.sha256;
  if (!isRight || !reuse(file, next)) return false;
  renameSync(next, to);
  return true;
}

/** @returns undefined when there is no such file any more, or it can't be read */
function copyIfReadable(from: string, to: string) {
  try {
    return copyFile(from, to);
  } catch (error) {
    if (!isUnreadable(error, from)) throw error;
    rmSync(to, { force: true });
    return undefined;
  }
}

const sumOf = (file: string) => readChecksum(file).catch(() => undefined);

interface EarlierFile extends ManifestFile {
  /** Its path on the disk. */
  file: string;
}

type EarlierFiles = Awaited<ReturnType<typeof openEarlier>>;

/** Finds files in the earlier snapshots of a folder. Reads the newest, down to one that has everything. */
async function openEarlier(folder: string, db: SecondConnection) {
  /** Full paths of files that have changed since. */
  const damaged = new Set(
    readReread(db)?.damaged.map(({ backup, path: name }) =>
      path.join(folder, backup, name),
    ),
  );
  const unread = await listSnapshots(folder);
  /** The files of each name, newest first. */
  const byName = new Map<string, EarlierFile[]>();

  /** @returns whether that snapshot is complete */
  async function readNext() {
    const snapshot = unread.shift()!;
    try {
      const { files, complete } = await readManifest(snapshot.path);
      for (const listed of files) {
        const file = path.join(snapshot.path, listed.path);
        if (damaged.has(file)) continue;
        const others = byName.get(listed.path);
        if (others) others.push({ ...listed, file });
        else byName.set(listed.path, [{ ...listed, file }]);
      }
      return complete;
    } catch (error) {
      log.warn("the manifest of an earlier backup can't be read", {
        folder: snapshot.path,
        error,
      });
      return false;
    }
  }

  for (let hasAll = false; !hasAll && unread.length > 0;)
    hasAll = await readNext();

  const find = (name: string) => byName.get(name)?.[0];
  return {
    /** The file that was taken under a name in the newest snapshot that has it. */
    find,
    /** Found without reading: a snapshot's file keeps its original's time, so same size and time mean same file. */
    findCopy({ name, seen, wanted }: Omit<Wanted, "place">) {
      const copy = find(name);
      if (!copy || (wanted !== null && copy.sha256 !== wanted))
        return undefined;
      const found = getFileNow(copy.file);
      const isCopy = found?.bytes === copy.size && isSameFile(seen, found);
      return isCopy ? copy : undefined;
    },
    /** The files of this name in all earlier snapshots that should have this checksum, newest first. */
    async *listAll(name: string, sha256: string) {
      for (let at = 0; ; at++) {
        while (unread.length > 0 && !byName.get(name)?.[at]) await readNext();
        const file = byName.get(name)?.[at];
        if (!file) return;
        if (file.sha256 === sha256) yield file;
      }
    },
  };
}
