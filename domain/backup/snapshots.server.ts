import { readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { localDay } from "#core/local-day.server.ts";
import {
  MANIFEST,
  readSummary,
  DATABASE,
  readManifest,
} from "./manifest.server.ts";
import { readChecksum } from "#domain/images/checksum.server.ts";
import { commandLine, getSettings } from "#core/settings.server.ts";
import { existsSync, realpathSync } from "node:fs";
import { DomainError } from "#core/errors.ts";
import { storeRoot } from "#domain/store/disk.server.ts";

/** A snapshot is a folder that is a whole backup on its own, named by the time when it was begun, in UTC. */

export const MAKING = ".making-";

/** Prefix during removal, so that half of one is never taken for a finished one. */
const REMOVING = ".removing-";

const NAME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

interface Snapshot {
  name: string;
  path: string;
  /** Milliseconds since 1970. */
  begun: number;
}

export const snapshotName = (begun: number) =>
  new Date(begun).toISOString().replace(/[-:]|\.\d+/g, "");

/** The time at which a snapshot was begun, from its name, in milliseconds since 1970; undefined for every other name. */
function parseName(name: string) {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
  const begun = Date.parse(
    `${year}-${month}-${day}T${hour}:${minute}:${second}Z`,
  );
  return Number.isNaN(begun) ? undefined : begun;
}

export function backupFolder() {
  const { BACKUP_DIR } = getSettings();
  return BACKUP_DIR === undefined ? undefined : path.resolve(BACKUP_DIR);
}

/** The finished snapshots in a folder, newest first. `isPast` sorts out those with a date in the future. */
export async function listSnapshots(
  folder: string | undefined,
): Promise<Snapshot[]> {
  const found: Snapshot[] = [];
  if (folder === undefined) return found;
  for (const name of await readdir(folder).catch(() => [])) {
    const begun = parseName(name);
    const full = path.join(folder, name);
    // The manifest is written last, and copied last or not at all when somebody copies half of a snapshot.
    if (begun !== undefined && (await isFile(path.join(full, MANIFEST))))
      found.push({ name, path: full, begun });
  }
  return found.sort((a, b) => b.begun - a.begun);
}

const isFile = async (file: string) =>
  (await stat(file).catch(() => undefined))?.isFile() ?? false;

export const isPast = ({ begun }: Snapshot) => begun <= Date.now();

/** Number of earlier days and months that keep their newest complete snapshot, beside the newest `keep`. */
const DAYS = 14;
const MONTHS = 12;

/** Keeps the newest `keep`, the newest of each of 14 days and 12 months, as many incomplete, and future ones. */
export async function rotate(folder: string, keep: number) {
  const complete: Snapshot[] = [];
  const incomplete: Snapshot[] = [];
  for (const snapshot of (await listSnapshots(folder)).filter(isPast))
    ((await isComplete(snapshot)) ? complete : incomplete).push(snapshot);
  const stay = new Set([
    ...complete.slice(0, keep),
    ...newestOfEach(complete, dayOf, DAYS),
    ...newestOfEach(complete, (day) => dayOf(day).slice(0, 7), MONTHS),
    ...incomplete.slice(0, keep),
  ]);
  for (const snapshot of [...complete, ...incomplete]) {
    if (stay.has(snapshot)) continue;
    const { name, path: full } = snapshot;
    const removing = path.join(folder, REMOVING + name);
    await rename(full, removing);
    await rm(removing, { recursive: true, force: true });
  }
}

const isComplete = ({ path: folder }: Snapshot) =>
  readSummary(folder).then(
    ({ complete }) => complete,
    () => false,
  );

const dayOf = ({ begun }: Snapshot) => localDay(new Date(begun));

/** The newest of each day or month that has any, so that a site that was off keeps as many. They come newest first. */
function newestOfEach(
  snapshots: Snapshot[],
  spanOf: (snapshot: Snapshot) => string,
  before: number,
) {
  const newest = new Map<string, Snapshot>();
  for (const snapshot of snapshots)
    if (!newest.has(spanOf(snapshot))) newest.set(spanOf(snapshot), snapshot);
  return [...newest.values()].slice(0, before + 1);
}

/** Removes unfinished snapshots of killed runs. No other run may be at work. */
export async function clearLeftovers(folder: string) {
  for (const name of await readdir(folder))
    for (const prefix of [MAKING, REMOVING])
      if (
        name.startsWith(prefix) &&
        parseName(name.slice(prefix.length)) !== undefined
      )
        await rm(path.join(folder, name), { recursive: true, force: true });
}

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

/** Names the newest backup that can be restored. @param but one that can't */
export async function adviseBackup(but?: string) {
  for (const folder of [but && path.dirname(but), backupFolder()])
    for (const { path: place } of (await listSnapshots(folder)).filter(isPast))
      if (place !== but && (await isSound(place)))
        return `The newest sound backup is ${place}. Stop the site and restore it: ${commandLine("restore", place)}`;
  return "No sound backup was found.";
}

/** Backups inside the store would be backed up themselves, and be lost with it. */
export function requireOwnFolder() {
  const folder = backupFolder();
  if (folder && isNested(folder, storeRoot()))
    throw new DomainError(
      "bad_input",
      `BACKUP_DIR is ${JSON.stringify(getSettings().BACKUP_DIR)}, and the store is in ${JSON.stringify(storeRoot())}; neither may be inside the other.`,
    );
}

/** Whether two folders are one, or one of them is inside the other, once links are resolved. */
function isNested(one: string, other: string) {
  const [a = "", b = ""] = [one, other].map((folder) =>
    path.join(realPath(folder), path.sep),
  );
  return a.startsWith(b) || b.startsWith(a);
}

/** The folder need not exist. */
const realPath = (folder: string): string =>
  existsSync(folder)
    ? realpathSync(folder)
    : path.join(realPath(path.dirname(folder)), path.basename(folder));
