import { rmSync } from "node:fs";
import { isAbsent, onDisk } from "#domain/store/disk.server.ts";
import { copyFile, isUnreadable } from "./copy-file.server.ts";
import { STORE, type ManifestFile } from "./manifest.server.ts";

/**
 * Copies the store's own file in place of one that has changed in a backup.
 * @param to must not exist
 * @returns false if the store doesn't have it as it was
 */
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
