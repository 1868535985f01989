import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  closeSync,
  fstatSync,
  futimesSync,
  linkSync,
  openSync,
  readSync,
  writeSync,
  rmSync,
} from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { PassThrough, type Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { syncPath } from "#domain/store/write.server.ts";
import { DATABASE, STORE, type ManifestFile } from "./manifest.server.ts";
import { isAbsent, onDisk } from "#domain/store/disk.server.ts";

/** Only the site's own user may read a database or a backup, because they hold visitors' names and addresses. */
export const OWNER_ONLY = 0o600;

/** The store keeps its usual rights, because nginx and workers may read it as other users. */
export const modeOf = (name: string) =>
  name === DATABASE ? OWNER_ONLY : 0o666;

export interface Taken {
  /** Bytes. */
  size: number;
  /** Hex. */
  sha256: string;
}

const chunk = Buffer.allocUnsafeSlow(1024 * 1024);

/** Copies a file, unsynced, with its time: by it the site sees whether a photo has changed. `to` must not exist. */
export function copyFile(from: string, to: string, mode = OWNER_ONLY): Taken {
  const source = openSync(from, "r");
  try {
    const target = openSync(to, "wx", mode);
    try {
      const hash = createHash("sha256");
      let size = 0;
      for (let read; (read = readSync(source, chunk)) > 0; size += read) {
        hash.update(chunk.subarray(0, read));
        writeAll(target, chunk.subarray(0, read));
      }
      const seconds = Math.round(fstatSync(source).mtimeMs) / 1000;
      futimesSync(target, seconds, seconds);
      return { size, sha256: hash.digest("hex") };
    } finally {
      closeSync(target);
    }
  } finally {
    closeSync(source);
  }
}

/** Reads a stream to its end, and passes its chunks on. */
export async function readStream(
  from: Readable,
  to: Writable = new PassThrough().resume(),
): Promise<Taken> {
  const hash = createHash("sha256");
  let size = 0;
  await pipeline(
    from,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const bytes of chunks) {
        hash.update(bytes);
        size += bytes.length;
        yield bytes;
      }
    },
    to,
  );
  return { size, sha256: hash.digest("hex") };
}

/** Whether an error is about reading this file. Every other error is about the place that it is written to. */
export const isUnreadable = (error: unknown, file: string) => {
  const { syscall, path: named } = error as NodeJS.ErrnoException;
  return syscall === "read" || named === file;
};

function writeAll(target: number, bytes: Buffer) {
  for (let at = 0; at < bytes.length;)
    at += writeSync(target, bytes, at, bytes.length - at);
}

/** Makes a folder, and all that is in it, survive a power cut. */
export async function syncAll(folder: string) {
  // All of its file system at once, because syncing thousands of folders one by one takes seconds.
  if (
    process.platform === "linux" &&
    spawnSync("sync", ["-f", folder], { stdio: "ignore" }).status === 0
  )
    return;
  for (const entry of await readdir(folder, {
    withFileTypes: true,
    recursive: true,
  }))
    await syncPath(path.join(entry.parentPath ?? entry.path, entry.name));
  await syncPath(folder);
}

/** Copies the store's file in place of one that has changed in a backup. @returns false if it is another one */
export function copyFromStore(
  { path: name, sha256 }: Pick<ManifestFile, "path" | "sha256">,
  to: string,
  mode?: number,
): boolean {
  if (!name.startsWith(STORE)) return false;
  const from = onDisk(name.slice(STORE.length));
  try {
    if (copyFile(from, to, mode).sha256 === sha256) return true;
  } catch (error) {
    if (!isAbsent(error) && !isUnreadable(error, from)) throw error;
  }
  rmSync(to, { force: true });
  return false;
}

/** Gives an earlier snapshot's file a second name, or copies it. @returns false when it can't be used */
export function reuse(
  { file, sha256 }: { file: string; sha256: string },
  to: string,
) {
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
  rmSync(to, { force: true });
  return false;
}
