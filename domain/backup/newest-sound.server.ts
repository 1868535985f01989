import path from "node:path";
import { readChecksum } from "#domain/images/checksum.server.ts";
import { commandLine, getSettings } from "#core/settings.server.ts";
import { DATABASE, readManifest } from "./manifest.server.ts";
import { isPast, listSnapshots } from "./snapshots.server.ts";

/** Whether a snapshot can be restored: its list can be read, and its database is unchanged. */
export async function isSound(folder: string) {
  try {
    const { files } = await readManifest(folder);
    const listed = files.find(({ path: name }) => name === DATABASE);
    const found = await readChecksum(path.join(folder, DATABASE));
    return listed?.sha256 === found;
  } catch {
    return false;
  }
}

/**
 * The folder of the newest backup that can be restored; undefined when there is none.
 * @param folder where to look; BACKUP_DIR if it is left out
 * @param but a backup that is known to be unusable
 */
export async function findNewestSound(
  folder: string | undefined = getSettings().BACKUP_DIR,
  but?: string,
): Promise<string | undefined> {
  if (folder === undefined) return undefined;
  for (const snapshot of (await listSnapshots(path.resolve(folder))).filter(
    isPast,
  ))
    if (snapshot.path !== but && (await isSound(snapshot.path)))
      return snapshot.path;
  return undefined;
}

/**
 * Advice for a database, or a backup of one, that can't be used.
 * @param but the unusable backup; others may be beside it
 */
export async function adviseBackup(but?: string) {
  const sound =
    (but === undefined
      ? undefined
      : await findNewestSound(path.dirname(but), but)) ??
    (await findNewestSound());
  return sound
    ? `The newest sound backup is ${sound}. Stop the site and restore it: ${commandLine("restore", sound)}`
    : "No sound backup was found.";
}
