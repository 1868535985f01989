import path from "node:path";
import { readChecksum } from "#domain/images/checksum.server.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { readManifest, STORE, type ManifestFile } from "./manifest.server.ts";
import { listSnapshots } from "./snapshots.server.ts";

/**
 * Finds sound copies of a backup's files: in the store, else in the newest snapshot of a folder that has one. Each is
 * read before it counts.
 * @param folder the folder with the snapshots; undefined if there is none
 * @returns full paths by SHA-256; nothing for what has no sound copy
 */
export async function findTwins(
  folder: string | undefined,
  files: Pick<ManifestFile, "path" | "sha256">[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const wanted = new Set(files.map(({ sha256 }) => sha256));
  const tryFile = async (sha256: string, file: string) => {
    if (!wanted.has(sha256) || !(await isAs(file, sha256))) return;
    found.set(sha256, file);
    wanted.delete(sha256);
  };
  for (const { path: name, sha256 } of files)
    if (name.startsWith(STORE))
      await tryFile(sha256, onDisk(name.slice(STORE.length)));
  for (const snapshot of folder ? await listSnapshots(folder) : []) {
    if (wanted.size === 0) break;
    const manifest = await readManifest(snapshot.path).catch(() => undefined);
    for (const { path: name, sha256 } of manifest?.files ?? [])
      await tryFile(sha256, path.join(snapshot.path, name));
  }
  return found;
}

/** Whether a file can be read and has this checksum. */
export const isAs = async (file: string, sha256: string) =>
  (await readChecksum(file).catch(() => undefined)) === sha256;
