import {
  existsSync,
  mkdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  linkSync,
} from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import {
  onDisk,
  type FileState,
  getFileNow,
  isSameFile,
} from "#domain/store/disk.server.ts";
import { syncFolder } from "#domain/store/write.server.ts";
import {
  collect,
  whileAlone,
  type BackupSummary,
  type Collected,
  type Target,
} from "./collect.server.ts";
import {
  copyFile,
  isUnreadable,
  readChecksum,
  syncAll,
} from "./copy-file.server.ts";
import {
  DATABASE,
  MANIFEST,
  writeManifest,
  readManifest,
  type ManifestFile,
} from "./manifest.server.ts";
import {
  requireOwnFolder,
  clearLeftovers,
  MAKING,
  rotate,
  snapshotName,
  listSnapshots,
  type Snapshot,
} from "./snapshots.server.ts";
import { log } from "#core/log.server.ts";
import type { SecondConnection } from "#db/copy.server.ts";
import { readReread } from "./reread.server.ts";

/**
 * Makes a snapshot in a folder, while the site runs. Files that have not changed are hard links to an earlier
 * snapshot's. Nothing is shared with the store: new files are copied from it. A snapshot gets its name when
 * all of it is on the disk.
 * @param keep how many complete snapshots stay in the folder; all of them if it is left out
 * @param onFile told after each file how many were taken, and of about how many
 * @throws {DomainError} not_found without a database, unavailable when it is damaged, the store is
 * away, or there is no room
 */
export const makeSnapshot = (
  folder: string,
  keep?: number,
  onFile: OnFile = () => {},
): Promise<BackupSummary & { path: string }> =>
  whileAlone(async () => {
    requireOwnFolder();
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await clearLeftovers(folder);
    const place = await newPlace(folder);
    const making = path.join(folder, MAKING + path.basename(place));
    await mkdir(making, { mode: 0o700 });
    try {
      const made = await collect(
        making,
        async (site) =>
          new SnapshotFolder(
            making,
            await EarlierFiles.in(folder, site),
            onFile,
          ),
        (collected, target) => target.finish(collected),
      );
      await syncAll(making);
      await rename(making, place);
      await syncFolder(folder);
      if (keep !== undefined) await rotate(folder, keep);
      return { path: place, ...made };
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

type OnFile = (done: number, of: number) => void;

class SnapshotFolder implements Target {
  private readonly folders = new Set<string>();
  private done = 0;
  private of = 0;

  constructor(
    private readonly folder: string,
    private readonly earlier: EarlierFiles,
    private readonly onFile: OnFile,
  ) {}

  expect = (files: number) => void (this.of = files);

  has = (name: string, seen: FileState, wanted: string | null) =>
    this.earlier.findCopy(name, seen, wanted) !== undefined;

  async take(
    name: string,
    place: string,
    seen: FileState,
    wanted: string | null,
  ) {
    this.onFile(++this.done, Math.max(this.of, this.done));
    const to = this.makePlace(name);
    const copy = this.earlier.findCopy(name, seen, wanted);
    if (copy && (await reuse(copy, to))) return copy;
    const taken = copyIfReadable(onDisk(place), to);
    if (taken && (wanted === null || taken.sha256 === wanted)) {
      const moved = this.earlier.findMoved(taken.sha256, seen);
      if (moved) await this.replace(to, moved);
      return taken;
    }
    // It is damaged or can't be read.
    if (wanted !== null)
      for await (const good of this.earlier.listBySum(wanted))
        if (await this.replace(to, good)) return good;
    if (!taken) this.drop(name);
    return taken;
  }

  private makePlace(name: string) {
    const to = path.join(this.folder, name);
    this.makeFolder(path.dirname(to));
    return to;
  }

  /** Makes each folder once only, because folders take most of a snapshot's time. */
  private makeFolder(folder: string) {
    if (folder === this.folder || this.folders.has(folder)) return;
    this.makeFolder(path.dirname(folder));
    mkdirSync(folder, { mode: 0o700 });
    this.folders.add(folder);
  }

  /** Puts an earlier snapshot's file in the place of a copy, after it was read. @returns false when it is not whole */
  private async replace(to: string, file: EarlierFile) {
    const next = path.join(this.folder, "next");
    const isRight = sumOf(file.file) === file.sha256;
    if (!isRight || !(await reuse(file, next))) return false;
    renameSync(next, to);
    return true;
  }

  drop(name: string) {
    const file = path.join(this.folder, name);
    rmSync(file, { force: true });
    for (
      let folder = path.dirname(file);
      folder !== this.folder && removeIfEmpty(folder);
      folder = path.dirname(folder)
    )
      this.folders.delete(folder);
  }

  /** Writes the manifest. Links the copy of the database too if it is that of an earlier snapshot. */
  async finish({ database, manifest, summary }: Collected) {
    const earlier = this.earlier.find(DATABASE);
    if (earlier && earlier.sha256 === sumOf(database))
      await this.replace(database, earlier);
    await writeManifest(path.join(this.folder, MANIFEST), manifest);
    return summary;
  }
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

function sumOf(file: string) {
  try {
    return readChecksum(file).sha256;
  } catch {
    return undefined;
  }
}

function removeIfEmpty(folder: string) {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

/** A file of an earlier snapshot. */
export interface EarlierFile extends ManifestFile {
  /** Its path on the disk. */
  file: string;
}

/** Finds files in the earlier snapshots of a folder. */
export class EarlierFiles {
  private readonly byPath = new Map<string, EarlierFile>();
  private readonly bySum = new Map<string, EarlierFile>();

  private constructor(
    /** Those whose manifests were not read yet, newest first. */
    private readonly unread: Snapshot[],
    /** Full paths of files that have changed since. */
    private readonly damaged: Set<string>,
  ) {}

  /** Reads the newest snapshots, down to one that has everything. */
  static async in(folder: string, db: SecondConnection) {
    const damaged = (readReread(db)?.damaged ?? []).map(
      ({ backup, path: name }) => path.join(folder, backup, name),
    );
    const files = new EarlierFiles(
      await listSnapshots(folder),
      new Set(damaged),
    );
    for (let hasAll = false; !hasAll && files.unread.length > 0;)
      hasAll = await files.readNext();
    return files;
  }

  /** @returns whether that snapshot is complete */
  private async readNext() {
    const snapshot = this.unread.shift()!;
    try {
      const { files, complete } = await readManifest(snapshot.path);
      for (const listed of files) {
        const file = { ...listed, file: path.join(snapshot.path, listed.path) };
        if (this.damaged.has(file.file)) continue;
        if (!this.byPath.has(listed.path)) this.byPath.set(listed.path, file);
        if (!this.bySum.has(listed.sha256)) this.bySum.set(listed.sha256, file);
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

  /** The file that was taken under a name in the newest snapshot that has it. */
  find = (name: string) => this.byPath.get(name);

  /**
   * The copy of a file of the store, found without reading either. A snapshot's file keeps the time of its original, so
   * the same size and time mean the same file.
   * @param wanted the SHA-256 that it should have; null when nobody knows
   */
  findCopy(name: string, seen: FileState, wanted: string | null) {
    const sameName = this.byPath.get(name);
    const isRight = wanted === null || sameName?.sha256 === wanted;
    if (sameName && isRight && isCopy(sameName, seen)) return sameName;
    return wanted === null ? undefined : this.findMoved(wanted, seen);
  }

  /** The copy of a file with this checksum, size and time, wherever the file was when it was copied. */
  findMoved(sha256: string, seen: FileState) {
    const found = this.bySum.get(sha256);
    return found && isCopy(found, seen) ? found : undefined;
  }

  /** The files of all earlier snapshots that should have this checksum, newest first. */
  async *listBySum(sha256: string) {
    for (let last: EarlierFile | undefined; ;) {
      const found = this.bySum.get(sha256);
      if (found && found !== last) yield (last = found);
      if (this.unread.length === 0) return;
      this.bySum.delete(sha256);
      await this.readNext();
    }
  }
}

function isCopy({ file, size }: EarlierFile, seen: FileState) {
  const found = getFileNow(file);
  return found?.bytes === size && isSameFile(seen, found);
}

/**
 * Gives an earlier snapshot's file a second name. A file system without links gets a copy.
 * @returns false when that file can't be used
 */
export async function reuse({ file, sha256 }: EarlierFile, to: string) {
  try {
    linkSync(file, to);
    return true;
  } catch {
    // The file system may have no links, no more links of this file, or none of other users' files.
  }
  try {
    if (copyFile(file, to).sha256 === sha256) return true;
  } catch {
    // The caller then takes the store's own file.
  }
  await rm(to, { force: true });
  return false;
}
