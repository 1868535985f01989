import { spawnSync } from "node:child_process";
import { mkdtempSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** A file system in memory that can be filled to its last byte. */
export interface SmallDisk {
  folder: string;
  /** Fills it except for this many bytes. */
  fill: (leaving?: number) => Promise<void>;
  /** Frees what `fill` has taken. */
  clear: () => void;
  remove: () => void;
}

/** Mounts a small disk. Returns undefined if that isn't allowed; usually only root may. */
export function mountSmallDisk(options: string): SmallDisk | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), "painted-rocks-disk-"));
  const filler = path.join(folder, ".filler");
  const args = ["-t", "tmpfs", "-o", options, "tmpfs", folder];
  if (spawnSync("mount", args).status !== 0) {
    rmdirSync(folder);
    return undefined;
  }
  const clear = () => rmSync(filler, { force: true });
  return {
    folder,
    fill: async (leaving = 0) => {
      clear();
      const { bavail, bsize } = await statfs(folder);
      try {
        writeFileSync(filler, Buffer.alloc(bavail * bsize - leaving));
      } catch (error) {
        // The site has taken some of the room in the meantime, so the disk is full.
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      }
    },
    clear,
    remove: () => {
      spawnSync("umount", ["--lazy", folder]);
      rmdirSync(folder);
    },
  };
}
