import { mkdirSync, renameSync } from "node:fs";
import path from "node:path";
import { codeOf } from "#core/error-code.ts";
import { isAbsent, listNames, onDisk, storeRoot } from "./disk.server.ts";
import {
  STAGED,
  stagedFolder,
  type Derivative,
  type DeriveTask,
} from "./paths.ts";
import { removeFromStore } from "./write.server.ts";

/**
 * Moves staged derivatives to their places at once, so that no row changes meanwhile. After a kill they are made again.
 * @returns the folders to be synced; undefined when a derivative or the original's folder is gone
 */
export function placeDerivatives(
  staged: DeriveTask,
  task: DeriveTask,
): string[] | undefined {
  const folders = new Set<string>();
  for (const [kind, from] of Object.entries(staged.outputs)) {
    const to = onDisk(task.outputs[kind as Derivative]!);
    const folder = path.dirname(to);
    try {
      if (folder !== storeRoot()) mkdirUnlessThere(folder);
      renameSync(onDisk(from), to);
      folders.add(folder).add(path.dirname(folder));
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw error;
    }
  }
  return [...folders];
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

export async function sweepStaged(isUnderWay: (tryId: string) => boolean) {
  for (const tryId of await listNames(STAGED))
    if (!isUnderWay(tryId)) await removeStaged(tryId);
}
