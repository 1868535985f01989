import { linkSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { log } from "#core/log.server.ts";
import type { SecondConnection } from "#db/copy.server.ts";
import {
  getFileNow,
  isSameFile,
  type FileState,
} from "#domain/store/disk.server.ts";
import { copyFile } from "./copy-file.server.ts";
import { readManifest, type ManifestFile } from "./manifest.server.ts";
import { readReread } from "./reread.server.ts";
import { listSnapshots, type Snapshot } from "./snapshots.server.ts";

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
