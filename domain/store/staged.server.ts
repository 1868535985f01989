import { linkSync, mkdirSync, renameSync } from "node:fs";
import path from "node:path";
import { codeOf } from "#core/error-code.ts";
import { isAbsent, listNames, onDisk, storeRoot } from "./disk.server.ts";
import {
  isMadeAnew,
  STAGED,
  stagedFolder,
  type Derivative,
  type DeriveTask,
} from "./paths.ts";
import { removeFromStore } from "./write.server.ts";

/** Derivatives on their way from a worker to their places. */

/**
 * Puts staged derivatives in their places. It awaits nothing, so no row changes meanwhile. The staged ones stay
 * until the try's folder is removed, so a site that is killed before its rows are written does it again.
 * @returns the folders to be synced; undefined when a derivative is not there, or the folder of the original
 *   isn't, because it may have been moved or deleted
 */
export function placeDerivatives(
  staged: DeriveTask,
  task: DeriveTask,
): string[] | undefined {
  const folders = new Set<string>();
  for (const [kind, from] of Object.entries(staged.outputs)) {
    const place = task.outputs[kind as Derivative]!;
    const to = onDisk(place);
    const folder = path.dirname(to);
    try {
      if (isMadeAnew(place)) mkdirSync(folder, { recursive: true });
      else if (folder !== storeRoot()) mkdirUnlessThere(folder);
      putInPlace(onDisk(from), to);
      folders.add(folder).add(path.dirname(folder));
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw error;
    }
  }
  return [...folders];
}

/**
 * Replaces a file in one step by a second name of a staged one. A file system without links gets the staged
 * file itself.
 */
function putInPlace(staged: string, to: string) {
  const second = `${staged}.placed`;
  try {
    linkSync(staged, second);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw error;
    if (code !== "EEXIST") return renameSync(staged, to);
  }
  renameSync(second, to);
}

/** The folder above it has to be there. */
function mkdirUnlessThere(folder: string) {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

export const removeStaged = (tryId: string) =>
  removeFromStore(stagedFolder(tryId));

/** Removes the files of tries that are no longer under way. */
export async function sweepStaged(isUnderWay: (tryId: string) => boolean) {
  for (const tryId of await listNames(STAGED))
    if (!isUnderWay(tryId)) await removeStaged(tryId);
}
