import { existsSync, mkdirSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { onDisk, type FileState } from "#domain/store/disk.server.ts";
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
  EarlierFiles,
  reuse,
  type EarlierFile,
} from "./earlier-files.server.ts";
import { DATABASE, MANIFEST, writeManifest } from "./manifest.server.ts";
import { requireOwnFolder } from "./own-folder.server.ts";
import {
  clearLeftovers,
  MAKING,
  rotate,
  snapshotName,
} from "./snapshots.server.ts";

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
