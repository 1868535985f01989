import { existsSync, statSync, type Stats } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { codeOf } from "#core/error-code.ts";
import { getSettings } from "#core/settings.server.ts";

export const storeRoot = () => path.resolve(getSettings().MEDIA_DIR);

/** The full path on the disk. One that would leave the store is a bug of ours, because `paths.ts` makes them all. */
export function onDisk(relative: string) {
  const root = storeRoot();
  const full = path.resolve(root, relative);
  if (full !== root && !full.startsWith(root + path.sep))
    throw new Error("a path leaves the store");
  return full;
}

/** The picture that ships for a place of the store, such as `logo.webp`. */
export const shippedFile = (place: string) => path.resolve("shipped", place);

/** Whether an error means that nothing is there, and not that the disk can't tell. */
export const isAbsent = (error: unknown) => codeOf(error) === "ENOENT";

export const isAbsentFromStore = (error: unknown) =>
  isAbsent(error) &&
  String((error as NodeJS.ErrnoException).path).startsWith(
    storeRoot() + path.sep,
  );

/** A call's result, or undefined when nothing is there. Throws every other error. */
export async function orAbsent<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** Whether something is there. Also false if the disk can't tell. */
export const isThere = (relative: string) => existsSync(onDisk(relative));

/** The file for a picture in `bkg/`. A phone gets the wide one if that is all an operator has put there. */
export function sitePictureFile(relative: string) {
  const wide = relative.replace("_tall.", ".");
  return isThere(relative) || !isThere(wide) ? relative : wide;
}

/** @throws when the disk can't tell */
export async function hasFolder(relative: string) {
  const found = await orAbsent(stat(onDisk(relative)));
  return found?.isDirectory() ?? false;
}

export interface FileState {
  bytes: number;
  mtime_ms: number;
}

const stateIn = (found: Stats | undefined): FileState | undefined =>
  found?.isFile()
    ? { bytes: found.size, mtime_ms: Math.round(found.mtimeMs) }
    : undefined;

/** Undefined when there is no such file. @throws when the disk can't tell */
export const getFile = async (relative: string) =>
  stateIn(await orAbsent(stat(onDisk(relative))));

/** The same at once, of a path on the disk: faster, for a process that answers nobody. */
export const getFileNow = (full: string) =>
  stateIn(statSync(full, { throwIfNoEntry: false }));

export const isSameFile = (a: FileState, b: FileState) =>
  a.bytes === b.bytes && a.mtime_ms === b.mtime_ms;

/** The names in a folder; empty when there is no such folder. */
export const listNames = async (relative: string) =>
  (await orAbsent(readdir(onDisk(relative)))) ?? [];

export const readText = (relative: string) =>
  readFile(onDisk(relative), "utf8");
