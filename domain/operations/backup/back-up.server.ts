import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import {
  copyDatabase,
  findDamage,
  openBeside,
  type Beside,
} from "#db/copy.server.ts";
import {
  openFileList,
  type FileList,
  type ListedFile,
} from "#db/file-list.server.ts";
import { DomainError } from "#domain/core/errors.ts";
import { getFile, onDisk, storeRoot } from "#domain/store/disk.server.ts";
import { isOperatorFile } from "#domain/store/parse-path.ts";
import { listOperatorFiles } from "#domain/store/scan.server.ts";
import { readStoreId } from "#domain/store/store-id.server.ts";
import { syncFolder } from "#domain/store/write.server.ts";
import { getSettings } from "#domain/core/settings.server.ts";
import { storeIdIn } from "#domain/store/identity.server.ts";
import {
  CHECKSUMS,
  DATABASE,
  STORE,
  writeArchive,
  type ArchiveWriter,
} from "./archive.server.ts";
import { listNamedFiles } from "#domain/store/named-files.server.ts";

/** The folder beside an archive in which it is made. */
export const MAKING = ".making";

export interface BackupSummary {
  file: string;
  /** Originals and pictures of the operator's own. */
  files: number;
  bytes: number;
  missing: MissingFiles;
}

/** Originals that the database names and the store has not: how many, and the first of them. */
export interface MissingFiles {
  count: number;
  some: string[];
}

/** A backup in the making. */
interface Work {
  site: Beside;
  list: FileList;
  archive: ArchiveWriter;
  /** Where what goes into it is prepared. */
  folder: string;
}

/**
 * Writes database and originals, as they are at one moment, into one archive, while the site runs. What
 * stood at its place before is there until the new one is whole.
 * Derivatives are left out: the site makes them again from what is there, and the archive stays small.
 * @throws {DomainError} not_found without a database, unavailable where it is damaged
 */
export async function backUp(file: string): Promise<BackupSummary> {
  const target = path.resolve(file);
  const folder = target + MAKING;
  const site = openSite();
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const list = openFileList(path.join(folder, "files.sqlite"));
  const archive = writeArchive(path.join(folder, "archive.tar"));
  try {
    requireStoreOf(site);
    const work = { site, list, archive, folder };
    const missing = await takeEverything(work);
    requireStoreOf(site);
    const { files, bytes } = await takeChecksums(work);
    await archive.end();
    await rename(path.join(folder, "archive.tar"), target);
    await syncFolder(path.dirname(target));
    return { file: target, files, bytes, missing };
  } finally {
    archive.abandon();
    list.close();
    site.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** What a store that is away seems to lack is no reason for a backup without it. */
function requireStoreOf(site: Beside) {
  const id = storeIdIn(site);
  if (id !== undefined && readStoreId() !== id)
    throw new DomainError(
      "unavailable",
      `${storeRoot()} is not this site's store: nothing was backed up.`,
    );
}

function openSite() {
  const { DATABASE_PATH } = getSettings();
  if (!existsSync(DATABASE_PATH))
    throw new DomainError(
      "not_found",
      `There is nothing to back up: no database stands at ${DATABASE_PATH}.`,
    );
  return openBeside(DATABASE_PATH);
}

/**
 * First goes in what the database names while it goes on changing; then it is copied, and what the copy
 * names beyond that is added. Where something was moved or deleted just then, the copy is taken anew: in
 * the end it and the files belong together. What two copies miss is not there at all.
 */
async function takeEverything(work: Work): Promise<MissingFiles> {
  for await (const place of listOperatorFiles()) await take(work, place, 0);
  await takeNamed(work, work.site, 0);
  const copy = path.join(work.folder, DATABASE);
  for (let round = 1, before = ""; ; round++) {
    await rm(copy, { force: true });
    copyDatabase(work.site, copy);
    const { digest, ...missing } = await takeNamedByCopy(work, copy, round);
    if (missing.count > 0 && digest !== before) before = digest;
    else {
      await dropUnnamed(work.list, round);
      return missing;
    }
  }
}

async function takeNamedByCopy(work: Work, copy: string, round: number) {
  const db = openBeside(copy);
  try {
    const damage = findDamage(db);
    if (damage)
      throw new DomainError(
        "unavailable",
        `The database is damaged: ${damage}.`,
      );
    return await takeNamed(work, db, round);
  } finally {
    db.close();
  }
}

/** Takes the originals that a database names and that are not in the archive as they are now. */
async function takeNamed(work: Work, db: Beside, round: number) {
  const digest = createHash("sha256");
  const missing: MissingFiles = { count: 0, some: [] };
  for (const { place, or } of listNamedFiles(db)) {
    const isTaken =
      (await takeOnce(work, place, round)) ||
      (or !== undefined && (await takeOnce(work, or, round)));
    if (isTaken) continue;
    digest.update(`${place}\0`);
    if (missing.count++ < 10) missing.some.push(place);
  }
  return { ...missing, digest: digest.digest("hex") };
}

/** Takes a file unless the archive has it as it is now; gives false when it is in neither. */
async function takeOnce(work: Work, place: string, round: number) {
  const taken = work.list.find(STORE + place);
  const there = await getFile(place);
  const isSame =
    taken &&
    (!there ||
      (taken.bytes === there.bytes && taken.mtime_ms === there.mtime_ms));
  if (!isSame) return take(work, place, round);
  work.list.mark(taken.path, round);
  return true;
}

/** Gives false where there is no such file any more. */
async function take({ archive, list }: Work, place: string, round: number) {
  try {
    list.put(await archive.addFile(STORE + place, onDisk(place)), round);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

/** Strikes what was deleted or moved meanwhile off the list; the archive's entry of it then counts for nothing. */
async function dropUnnamed(list: FileList, lastRound: number) {
  for (const { path: name, round } of list.all()) {
    if (round === lastRound) continue;
    const place = name.slice(STORE.length);
    if (!isOperatorFile(place) || !(await getFile(place))) list.drop(name);
  }
}

async function takeChecksums({ archive, list, folder }: Work) {
  const sums = await open(path.join(folder, CHECKSUMS), "w");
  let files = 0;
  let bytes = 0;
  const note = async (listed: ListedFile) => {
    await sums.write(`${listed.sha256}  ${listed.path}\n`);
    bytes += listed.bytes;
  };
  try {
    await note(await archive.addFile(DATABASE, path.join(folder, DATABASE)));
    for (const listed of list.all()) {
      await note(listed);
      files++;
    }
  } finally {
    await sums.close();
  }
  await archive.addFile(CHECKSUMS, path.join(folder, CHECKSUMS));
  return { files, bytes };
}
