import { existsSync } from "node:fs";
import type { SecondConnection } from "#db/copy.server.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { placeCopy, syncAbove } from "#domain/store/write.server.ts";
import { snapshotName, listSnapshots } from "../backup/snapshots.server.ts";
import { requireStoreHere, type Wrong } from "./check-originals.server.ts";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { DomainError } from "#core/errors.ts";
import {
  MANIFEST,
  STORE,
  type Manifest,
  type ManifestFile,
} from "../backup/manifest.server.ts";
import { openSource, type Source } from "../restore/sources.server.ts";

/** Puts copies in the place of originals, which are kept below `kept`. A kill leaves each file whole. */
export async function* bringBack(
  db: SecondConnection,
  copies: Map<Wrong, Copy>,
  kept: string,
) {
  const moved: string[] = [];
  for (const [wrong, copy] of copies) {
    requireStoreHere(db);
    try {
      moved.push(...(await bringOneBack(wrong.place, copy, kept)));
      yield { wrong, error: undefined };
    } catch (error) {
      yield { wrong, error: (error as Error).message };
    }
  }
  // Once for all, because many of them are in the same folders.
  await syncAbove(moved);
}

/** A folder of the store for damaged files, hidden, so that nothing there counts as an original. */
export const nameKept = () => `.damaged-${snapshotName(Date.now())}`;

async function bringOneBack(
  place: string,
  { source, listed }: Copy,
  kept: string,
) {
  const aside = `${kept}/${place}`;
  await placeCopy({ place, aside }, async (part) => {
    const taken = await source.put(listed, part);
    if (taken?.sha256 !== listed.sha256)
      throw new Error("The copy differs from the backup.");
  });
  return existsSync(onDisk(aside)) ? [aside, place] : [place];
}

export interface Copy {
  backup: string;
  source: Source;
  listed: ManifestFile;
}

/**
 * Looks for originals in a backup, or in the newest of a folder that has them, and reads what it finds. An original
 * counts by its checksum, wherever it was; one that was never read, by its place.
 */
export async function findCopies(
  from: string,
  originals: Wrong[],
): Promise<Map<Wrong, Copy>> {
  const copies = new Map<Wrong, Copy>();
  for (const place of await listFrom(from)) {
    const wanted = originals.filter((original) => !copies.has(original));
    if (wanted.length === 0) break;
    const source = await openSource(place).catch((error: unknown) => {
      // One unusable backup of several is skipped.
      if (place === from) throw error;
    });
    if (!source) continue;
    const backup = path.basename(place);
    const before = copies.size;
    const found = listWanted(source.manifest, wanted);
    for (const original of wanted)
      for (const listed of found.get(original) ?? []) {
        const sum = await source.read(listed.path).catch(() => undefined);
        if (sum !== listed.sha256) continue;
        copies.set(original, { backup, source, listed });
        break;
      }
    if (copies.size === before) source.close();
  }
  return copies;
}

/** The backups that a place is or holds: snapshots, newest first, and then single files. */
async function listFrom(from: string) {
  const names = await readdir(from).catch(() => undefined);
  if (!names || names.includes(MANIFEST)) return [from];
  const backups = [
    ...(await listSnapshots(from)).map((snapshot) => snapshot.path),
    ...names
      .filter((name) => name.endsWith(".zip"))
      .map((name) => path.join(from, name)),
  ];
  if (backups.length === 0)
    throw new DomainError(
      "not_found",
      `${from} is not a backup and does not contain one.`,
    );
  return backups;
}

/** The files of a backup that may be the wanted ones, by checksum or, for one that was never read, by place. */
function listWanted({ files }: Manifest, wanted: Wrong[]) {
  const byKey = new Map<string, Wrong[]>();
  for (const original of wanted) {
    const { sha256, place } = original.expected;
    const key = sha256 ?? STORE + place;
    byKey.set(key, [...(byKey.get(key) ?? []), original]);
  }
  const listed = new Map<Wrong, ManifestFile[]>();
  for (const file of files)
    for (const key of [file.sha256, file.path])
      for (const original of byKey.get(key) ?? [])
        listed.set(original, [...(listed.get(original) ?? []), file]);
  return listed;
}
