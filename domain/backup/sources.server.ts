import { lstat, mkdir, open, readFile, rename, stat } from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import { openPromise, type Entry, type ZipFile } from "yauzl";
import { DomainError } from "#domain/core/errors.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import {
  isOperatorFile,
  isTrashedOriginal,
  parseOriginal,
} from "#domain/store/parse-path.ts";
import { CHECKSUMS, readArchive } from "./archive.server.ts";
import { modeOf, type Taken } from "./collect.server.ts";
import { copyFile, writeStream } from "./copy-file.server.ts";
import {
  DATABASE,
  STORE,
  MANIFEST,
  parseManifest,
  readManifest,
  type Manifest,
} from "./manifest.server.ts";
import { adviseBackup } from "./newest-sound.server.ts";
import { MAKING } from "./snapshots.server.ts";
import { restoredDatabase, RESTORING } from "./swap.server.ts";

/** What a site can be restored from: a snapshot's folder, an archive, or a private keepsake. */

/** Files as they came out of an archive, whose checksums come last. */
const UNCHECKED = `${RESTORING}/unchecked`;
/** The folder in a private keepsake that is laid out as a snapshot. */
const IN_KEEPSAKE = "backup/";

export interface Source {
  /** How much room it takes. */
  bytes: number;
  /** Reads its list. Of an archive, it unpacks everything on the way. */
  list(): Promise<Pick<Manifest, "files" | "damaged">>;
  /** Writes a file of the list to a new place. @returns what was written; undefined when there is no such file */
  put(name: string, to: string): Promise<Taken | undefined>;
  close(): void;
}

export interface Progress {
  /** Files that were checked. */
  files: number;
  /** Of how many; undefined as long as nobody knows. */
  of?: number;
  /** How much of the backup that is, from 0 to 1. */
  part: number;
}
export type OnProgress = (progress: Progress) => void;

/** @throws {DomainError} not_found, bad_input when it is no backup, or not a finished one */
export async function openSource(
  place: string,
  onProgress: OnProgress,
): Promise<Source> {
  const found = await stat(place).catch(() => undefined);
  if (found?.isDirectory()) return openFolder(place);
  if (!found?.isFile())
    throw new DomainError("not_found", `There is no file ${place}.`);
  return (await isZip(place))
    ? openKeepsake(place)
    : openArchive(place, found.size, onProgress);
}

export const notWhole = (reason: string) =>
  new DomainError(
    "bad_input",
    `This is no whole backup of a site: ${reason.replace(/\.$/, "")}. Nothing was changed.`,
  );

/**
 * The place in the store of a backup's file.
 * @throws {DomainError} for a name that no backup has, above all one that leads out of the store
 */
export function placeInStore(name: string) {
  const place = name.slice(STORE.length);
  if (
    !name.startsWith(STORE) ||
    !(isOperatorFile(place) || parseOriginal(place) || isTrashedOriginal(place))
  )
    throw notWhole(`it holds ${JSON.stringify(name)}`);
  return place;
}

const sizeOfAll = (files: Manifest["files"]) =>
  files.reduce((sum, { size }) => sum + size, 0);

async function openFolder(folder: string): Promise<Source> {
  const isThere = await stat(path.join(folder, MANIFEST)).catch(() => false);
  if (!isThere || path.basename(folder).startsWith(MAKING))
    throw new DomainError(
      "bad_input",
      `The backup ${folder} is not finished${isThere ? "" : `: it has no ${MANIFEST}`}. Nothing was changed.`,
    );
  const manifest = await readManifest(folder).catch(async () => {
    const advice = await adviseBackup(path.dirname(folder), folder);
    throw notWhole(`its ${MANIFEST} can't be read. ${advice}`);
  });
  return {
    bytes: sizeOfAll(manifest.files),
    list: async () => manifest,
    async put(name, to) {
      const from = path.join(folder, name);
      const found = await lstat(from).catch(() => undefined);
      return found?.isFile() ? copyFile(from, to, modeOf(name)) : undefined;
    },
    close() {},
  };
}

async function isZip(file: string) {
  const opened = await open(file);
  try {
    const { buffer } = await opened.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.toString("latin1") === "PK\x03\x04";
  } finally {
    await opened.close();
  }
}

async function openKeepsake(file: string): Promise<Source> {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false });
  try {
    const entries = await listEntries(zip);
    const listed = entries.get(MANIFEST);
    if (!listed)
      throw notWhole("it is not a private keepsake, which has a backup inside");
    const manifest = parseManifest(
      await text(await zip.openReadStreamPromise(listed)),
    );
    return {
      bytes: sizeOfAll(manifest.files),
      list: async () => manifest,
      async put(name, to) {
        const entry = entries.get(name);
        return entry
          ? writeStream(
              await zip.openReadStreamPromise(entry),
              to,
              entry.getLastModDate().getTime(),
              modeOf(name),
            )
          : undefined;
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function listEntries(zip: ZipFile) {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry())
    if (entry.fileName.startsWith(IN_KEEPSAKE))
      entries.set(entry.fileName.slice(IN_KEEPSAKE.length), entry);
  return entries;
}

function openArchive(
  file: string,
  bytes: number,
  onProgress: OnProgress,
): Source {
  let unpacked = new Map<string, Taken>();
  return {
    bytes,
    async list() {
      let count = 0;
      unpacked = await readArchive(file, placeToUnpack, (part) =>
        onProgress({ files: ++count, part }),
      );
      if (!unpacked.has(CHECKSUMS)) throw notWhole("it has no checksums");
      const sums = await readFile(unpackedPlace(CHECKSUMS), "utf8");
      const files = sums
        .trimEnd()
        .split("\n")
        .map((line) => {
          const [, sha256, name = ""] =
            /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
          if (!sha256) throw notWhole("its list of checksums can't be read");
          return { path: name, size: unpacked.get(name)?.size ?? 0, sha256 };
        });
      return { files, damaged: [] };
    },
    async put(name, to) {
      const taken = unpacked.get(name);
      // The database was unpacked to its place, which may be on another disk.
      if (taken && name !== DATABASE) await rename(unpackedPlace(name), to);
      return taken;
    },
    close() {},
  };
}

const unpackedPlace = (name: string) => onDisk(`${UNCHECKED}/${name}`);

async function placeToUnpack(name: string) {
  if (name !== CHECKSUMS && name !== DATABASE) placeInStore(name);
  const place = name === DATABASE ? restoredDatabase() : unpackedPlace(name);
  await mkdir(path.dirname(place), { recursive: true });
  return place;
}
