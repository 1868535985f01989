import { statSync } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { openBeside, type Beside } from "#db/copy.server.ts";
import type { KeepsakeEntry, KeepsakeList } from "#db/keepsake-list.server.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { listNamedFiles } from "#domain/store/named-files.server.ts";
import { listOperatorFiles } from "#domain/store/scan.server.ts";
import { MANIFEST, writeManifest } from "../backup/manifest.server.ts";
import type { Pack } from "./pack.server.ts";

/** The folder of a private keepsake that can be restored: laid out like a snapshot. */

export const BACKUP = "backup/";
const DATABASE = `${BACKUP}site.sqlite`;
const MEDIA = `${BACKUP}media/`;

/**
 * Lists the database and every original that it names.
 * @returns the places of originals that are not in the store
 */
export async function listBackupFiles(
  list: KeepsakeList,
  database: string,
): Promise<string[]> {
  list.add([entryOf(DATABASE, database, null)!]);
  for await (const place of listOperatorFiles()) {
    const entry = entryOf(MEDIA + place, onDisk(place), null);
    if (entry) list.add([entry]);
  }
  const missing: string[] = [];
  const copy = openBeside(database);
  try {
    for (const { place, or, sha256 } of listNamedFiles(copy)) {
      const entry =
        entryOf(MEDIA + place, onDisk(place), sha256) ??
        (or && entryOf(MEDIA + place, onDisk(or), sha256));
      if (entry) list.add([entry]);
      else missing.push(place);
    }
  } finally {
    copy.close();
  }
  return missing;
}

/** Undefined when there is no such file. */
function entryOf(
  path: string,
  file: string,
  sha256: string | null,
): KeepsakeEntry | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  return found?.isFile()
    ? {
        path,
        content: null,
        file,
        bytes: found.size,
        mtime_ms: Math.round(found.mtimeMs),
        sha256,
      }
    : undefined;
}

/** Whether originals that a copy names were moved or deleted since, so that a new copy has to be taken. */
export function haveMoved(site: Beside, missing: string[]): boolean {
  const moved = new Set(missing);
  for (const { place } of listNamedFiles(site)) {
    if (moved.size === 0) return false;
    moved.delete(place);
  }
  return moved.size > 0;
}

/** Adds the list of all files of the folder, with their checksums, once they are packed. */
export async function packManifest(
  list: KeepsakeList,
  zip: Pack,
  folder: string,
  { missing, damaged }: { missing: string[]; damaged: string[] },
) {
  const file = path.join(folder, MANIFEST);
  await writeManifest(file, listSums(list), {
    complete: missing.length === 0 && damaged.length === 0,
    missing,
    damaged,
  });
  const { size, mtimeMs } = await stat(file);
  await zip.add({
    path: BACKUP + MANIFEST,
    content: null,
    file,
    bytes: size,
    mtime_ms: mtimeMs,
    sha256: null,
  });
}

function* listSums(list: KeepsakeList) {
  for (const { path, bytes, sha256 } of list.all(BACKUP))
    yield { path: path.slice(BACKUP.length), size: bytes, sha256: sha256! };
}

/** The place in the store of an original of the folder; undefined for the database. */
export const placeOf = (path: string) =>
  path.startsWith(MEDIA) ? path.slice(MEDIA.length) : undefined;
