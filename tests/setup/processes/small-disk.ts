import { spawnSync } from "node:child_process";
import { mkdtempSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** A file system in memory that can be filled to its last byte. */
export type SmallDisk = NonNullable<ReturnType<typeof mountSmallDisk>>;

/** Mounts a small disk. Returns undefined if that isn't allowed; usually only root may. */
export function mountSmallDisk(options: string) {
  const folder = mkdtempSync(path.join(tmpdir(), "painted-rocks-disk-"));
  const filler = path.join(folder, ".filler");
  const args = ["-t", "tmpfs", "-o", options, "tmpfs", folder];
  if (spawnSync("mount", args).status !== 0) {
    rmdirSync(folder);
    return undefined;
  }
  /** Frees what `fill` has taken. */
  const clear = () => rmSync(filler, { force: true });
  return {
    folder,
    /** Fills it except for this many bytes. */
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
