import { stat } from "node:fs/promises";
import path from "node:path";
import { DomainError } from "#domain/core/errors.ts";
import { readChecksum } from "#domain/images/checksum.server.ts";
import {
  STORE,
  MANIFEST,
  readManifest,
  type ManifestFile,
} from "../backup/manifest.server.ts";
import { listSnapshots } from "../backup/snapshots.server.ts";
import type { Wrong } from "./examine.server.ts";

/** What an original can be brought back from. */
export interface Copy {
  /** The snapshot's name. */
  snapshot: string;
  /** Full path. */
  file: string;
  sha256: string;
}

/**
 * Looks for originals in a snapshot, or in the newest snapshot of a folder that has each of them, and reads what it
 * finds there: a backup may be damaged too. An original counts by its checksum, wherever it was at that time. One
 * that was never read counts by its place.
 * @throws {DomainError} not_found when the folder holds no backup
 */
export async function findCopies(
  folder: string,
  originals: Wrong[],
): Promise<Map<Wrong, Copy>> {
  const copies = new Map<Wrong, Copy>();
  for (const snapshot of await listFrom(folder)) {
    const wanted = originals.filter((original) => !copies.has(original));
    if (wanted.length === 0) break;
    const listed = await listWanted(snapshot.path, wanted);
    for (const original of wanted)
      for (const { path: name, sha256 } of listed.get(original) ?? []) {
        const file = path.join(snapshot.path, name);
        const found = await readChecksum(file).catch(() => undefined);
        if (found !== sha256) continue;
        copies.set(original, { snapshot: snapshot.name, file, sha256 });
        break;
      }
  }
  return copies;
}

async function listFrom(folder: string) {
  const isSnapshot = await stat(path.join(folder, MANIFEST)).catch(
    () => undefined,
  );
  const snapshots = isSnapshot
    ? [{ name: path.basename(folder), path: folder }]
    : await listSnapshots(folder);
  if (snapshots.length === 0)
    throw new DomainError(
      "not_found",
      `${folder} is no backup, and there is none in it.`,
    );
  return snapshots;
}

/** The files of a snapshot that may be the wanted ones. None if its manifest can't be read. */
async function listWanted(snapshot: string, wanted: Wrong[]) {
  const byKey = new Map<string, Wrong[]>();
  for (const original of wanted)
    for (const key of keysOf(original))
      byKey.set(key, [...(byKey.get(key) ?? []), original]);
  const listed = new Map<Wrong, ManifestFile[]>();
  const manifest = await readManifest(snapshot).catch(() => undefined);
  for (const file of manifest?.files ?? [])
    for (const key of [file.sha256, file.path])
      for (const original of byKey.get(key) ?? [])
        listed.set(original, [...(listed.get(original) ?? []), file]);
  return listed;
}

/** What a manifest lists an original under. */
const keysOf = ({ expected: { sha256, place, or } }: Wrong) =>
  sha256 === null
    ? [place, or].flatMap((place) => (place ? [STORE + place] : []))
    : [sha256];
