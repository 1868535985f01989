import { createWriteStream, utimesSync } from "node:fs";
import { lstat, stat } from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import { openPromise, type Entry } from "yauzl";
import { DomainError } from "#core/errors.ts";
import { readChecksum } from "#domain/images/checksum.server.ts";
import { isAbsent } from "#domain/store/disk.server.ts";
import {
  isOperatorFile,
  isTrashedOriginal,
  isOriginal,
} from "#domain/store/parse-paths.ts";
import {
  copyFile,
  modeOf,
  readStream,
  type Taken,
} from "../backup/copy-file.server.ts";
import {
  KEPT_BACKUP,
  MANIFEST,
  parseManifest,
  readManifest,
  STORE,
  type Manifest,
  type ManifestFile,
} from "../backup/manifest.server.ts";
import { adviseBackup, MAKING } from "../backup/snapshots.server.ts";

/** Folders of a backup in a zip: the zip's root, or the one in a private keepsake. */
const FOLDERS = ["", KEPT_BACKUP];

export interface Source {
  manifest: Manifest;
  /** The SHA-256 of a file of the list, as it is. Undefined when there is no such file */
  read(name: string): Promise<string | undefined>;
  /** With its time. @returns undefined when there is no such file */
  put(file: ManifestFile, to: string): Promise<Taken | undefined>;
  close(): void;
}

export async function openSource(place: string): Promise<Source> {
  const found = await stat(place).catch(() => undefined);
  if (!found) throw new DomainError("not_found", `There is no file ${place}.`);
  try {
    return await (found.isDirectory() ? openFolder(place) : openZip(place));
  } catch (error) {
    throw isOfBackup(error)
      ? await notUsable(place, (error as Error).message)
      : error;
  }
}

/** Whether an error is about the backup and not one of the disk. */
const isOfBackup = (error: unknown) =>
  !(error instanceof DomainError) &&
  !(error instanceof Error && "syscall" in error);

/** Refuses a backup, and names the newest sound one. */
export const notUsable = async (place: string, reason: string) =>
  notWhole(`${reason.replace(/\.$/, "")}. ${await adviseBackup(place)}`);

export const notWhole = (reason: string) =>
  new DomainError(
    "bad_input",
    `This is no whole backup of a site: ${reason.replace(/\.$/, "")}. Nothing was changed.`,
  );

/** Refuses a name that no backup has, above all one that leads out of the store. */
export function placeInStore(name: string) {
  const place = name.slice(STORE.length);
  if (
    !name.startsWith(STORE) ||
    !(isOperatorFile(place) || isOriginal(place) || isTrashedOriginal(place))
  )
    throw notWhole(`it holds ${JSON.stringify(name)}`);
  return place;
}

async function openFolder(folder: string): Promise<Source> {
  if (path.basename(folder).startsWith(MAKING)) throw notFinished(folder);
  const manifest = await readManifest(folder).catch((error: unknown) => {
    throw isAbsent(error)
      ? notFinished(`${folder}: it has no ${MANIFEST}`)
      : new Error(`its ${MANIFEST} can't be read`);
  });
  /** Its full path, unless it is a link. */
  const find = async (name: string) => {
    const file = path.join(folder, name);
    const found = await lstat(file).catch(() => undefined);
    return found?.isFile() ? file : undefined;
  };
  return {
    manifest,
    async read(name) {
      const file = await find(name);
      return file === undefined ? undefined : readChecksum(file);
    },
    async put({ path: name, mtime_ms }, to) {
      const file = await find(name);
      if (file === undefined) return undefined;
      const taken = copyFile(file, to, modeOf(name));
      if (mtime_ms !== undefined) setTime(to, mtime_ms);
      return taken;
    },
    close() {},
  };
}

const setTime = (file: string, mtime_ms: number) =>
  utimesSync(file, mtime_ms / 1000, mtime_ms / 1000);

const notFinished = (what: string) =>
  new DomainError(
    "bad_input",
    `The backup ${what} is not finished. Nothing was changed.`,
  );

async function openZip(file: string): Promise<Source> {
  const zip = await openPromise(file, {
    lazyEntries: true,
    autoClose: false,
  }).catch((error: unknown) => {
    throw isOfBackup(error)
      ? new Error("it is no zip file, or a part of it is missing")
      : error;
  });
  try {
    const all = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) all.set(entry.fileName, entry);
    const folder = FOLDERS.find((folder) => all.has(folder + MANIFEST));
    if (folder === undefined)
      throw notWhole("it is a zip without a backup inside");
    const openEntry = async (name: string) => {
      const entry = all.get(folder + name);
      return entry && zip.openReadStreamPromise(entry);
    };
    const manifest = parseManifest(await text((await openEntry(MANIFEST))!));
    return {
      manifest,
      async read(name) {
        const from = await openEntry(name);
        return from && (await readStream(from)).sha256;
      },
      async put({ path: name, size, mtime_ms }, to) {
        // Little in a zip may become more than the disk holds. Room was only looked for by the list.
        if (all.get(folder + name)?.uncompressedSize !== size) return undefined;
        const from = (await openEntry(name))!;
        const target = createWriteStream(to, { mode: modeOf(name) });
        const taken = await readStream(from, target);
        const time = all.get(folder + name)!.getLastModDate();
        setTime(to, mtime_ms ?? time.getTime());
        return taken;
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}
