import { mkdirSync, renameSync, rmSync } from "node:fs";
import {
  copyFile,
  link,
  mkdir,
  open,
  rename,
  rm,
  rmdir,
  stat,
} from "node:fs/promises";
import { randomUUID } from "node:crypto";
import path from "node:path";
import { codeOf } from "#core/error-code.ts";
import {
  getFile,
  isAbsent,
  listNames,
  onDisk,
  orAbsent,
  storeRoot,
} from "./disk.server.ts";

/** Writes, moves and removes files of the store: each of them whole or not at all. */

const PARTS = "tmp/parts";

/** Removes a file, or a whole folder that the site alone fills: see `isOwnFolder`. */
export async function removeFromStore(relative: string) {
  await rm(onDisk(relative), { recursive: true, force: true });
}

/** Removes a file, and never a folder. */
export const removeFile = (relative: string) =>
  rm(onDisk(relative), { force: true });

/** Removes a folder with its empty folders, or nothing if a file is anywhere in it. */
export async function removeWithoutFiles(relative: string) {
  if (await isFilled(relative)) return;
  for (const name of await listNames(relative))
    await removeWithoutFiles(`${relative}/${name}`);
  await removeIfEmpty(relative);
}

async function isFilled(relative: string): Promise<boolean> {
  const found = await orAbsent(stat(onDisk(relative)));
  if (!found?.isDirectory()) return found !== undefined;
  for (const name of await listNames(relative))
    if (await isFilled(`${relative}/${name}`)) return true;
  return false;
}

export async function removeOthers(folder: string, wanted: string[]) {
  for (const name of await listNames(folder))
    if (!wanted.includes(`${folder}/${name}`))
      await removeFromStore(`${folder}/${name}`);
}

/** Makes a file, or a folder's own entries, survive a power cut. @param full its path on the disk */
export async function syncPath(full: string) {
  const handle = await open(full, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The same for several folders. Skips those that are gone. */
export async function syncFolders(folders: Iterable<string>) {
  for (const folder of folders) await orAbsent(syncPath(folder));
}

/** Never makes the store itself: when that is missing its volume is away, and would hide what is written now. */
export async function makeFolder(relative: string) {
  await stat(storeRoot());
  await mkdir(onDisk(relative), { recursive: true });
}

export async function removeIfEmpty(relative: string) {
  try {
    await rmdir(onDisk(relative));
  } catch (error) {
    if (!isAbsent(error) && codeOf(error) !== "ENOTEMPTY") throw error;
  }
}

async function renameInto(from: string, to: string) {
  await makeFolder(path.dirname(to));
  await rename(onDisk(from), onDisk(to));
}

/** Moves folders or files to their places, each in one step, and makes the moves survive a power cut. */
export async function moveInto(moves: { from: string; to: string }[]) {
  for (const { from, to } of moves) await renameInto(from, to);
  await syncAbove(moves.map(({ to }) => to));
}

/** Makes files and folders that were moved to their places survive a power cut. */
export async function syncAbove(places: string[]) {
  const end = path.dirname(storeRoot());
  const folders = new Set<string>();
  for (const place of places)
    for (
      let folder = path.dirname(onDisk(place));
      folder !== end;
      folder = path.dirname(folder)
    )
      folders.add(folder);
  for (const folder of folders) await syncPath(folder);
}

/**
 * Moves files into a folder at once, so that no row changes meanwhile. If `check` or the disk throws, they are removed.
 * @param next gives the path of each file in that folder when its turn comes
 */
export function moveAllNow(
  files: string[],
  folder: string,
  next: (file: number) => string,
  check: (places: string[]) => void,
) {
  mkdirSync(onDisk(folder), { recursive: true });
  const places: string[] = [];
  try {
    for (const [index, file] of files.entries()) {
      const place = next(index);
      renameSync(onDisk(file), onDisk(place));
      places.push(place);
    }
    check(places);
  } catch (error) {
    for (const place of places) rmSync(onDisk(place), { force: true });
    throw error;
  }
  return places;
}

/**
 * Appends chunks, and syncs. Those that have been written stay if a later one fails.
 * @param wrote called, and waited for, with the number of bytes of each chunk
 */
export async function append(
  relative: string,
  chunks: AsyncIterable<Uint8Array>,
  wrote: (bytes: number) => Promise<void>,
) {
  await makeFolder(path.dirname(relative));
  const file = await open(onDisk(relative), "a");
  try {
    for await (const chunk of chunks) {
      await file.appendFile(chunk);
      await wrote(chunk.byteLength);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  await syncAbove([relative]);
}

/** Gives a file a second name, or copies it, and syncs it, because a site that was killed may not have done so. */
export async function linkOrCopy(from: string, to: string) {
  try {
    await link(onDisk(from), onDisk(to));
  } catch (error) {
    if (isAbsent(error)) throw error;
    await copyFile(onDisk(from), onDisk(to));
  }
  await syncPath(onDisk(to));
}

const nextPart = () => `${PARTS}/${randomUUID()}`;

const PART_LIFE_MS = 3_600_000;

export async function sweepParts() {
  for (const name of await listNames(PARTS)) {
    const part = `${PARTS}/${name}`;
    const found = await getFile(part);
    if (found && found.mtime_ms < Date.now() - PART_LIFE_MS)
      await removeFromStore(part);
  }
}

/** Writes a file aside, synced, and renames it to its place: readers see the old or the new one whole. */
export async function writeWhole(relative: string, bytes: Uint8Array) {
  const part = nextPart();
  await makeFolder(PARTS);
  try {
    const file = await open(onDisk(part), "w");
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await renameInto(part, relative);
    await syncPath(path.dirname(onDisk(relative)));
  } catch (error) {
    await rm(onDisk(part), { force: true });
    throw error;
  }
}

/**
 * Puts a file in its place in one step: readers see the old or the new one whole. `syncAbove` has to follow.
 * @param write writes it to a full path, and throws if the result may not be used
 * @param aside gets the file that was at the place before
 */
export async function placeCopy(
  to: { place: string; aside: string },
  write: (part: string) => Promise<void>,
) {
  const part = nextPart();
  await makeFolder(PARTS);
  try {
    await write(onDisk(part));
    await syncPath(onDisk(part));
    if (await getFile(to.place)) {
      await makeFolder(path.dirname(to.aside));
      await linkOrCopy(to.place, to.aside);
    }
    await renameInto(part, to.place);
  } finally {
    await rm(onDisk(part), { force: true });
  }
}
