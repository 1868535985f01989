import {
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import {
  mkdir,
  open,
  readdir,
  rename,
  rm,
  rmdir,
  stat,
  statfs,
} from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { DomainError } from "../core/errors.ts";
import {
  derivativeSets,
  type Derivative,
  type DeriveTask,
} from "../jobs/catalogue.ts";
import type { SitePictureName } from "../site/schemas.ts";
import { getSettings } from "../core/settings.server.ts";

/** The only code that knows paths in the file store. All paths it gives are relative to its root. */

const ALBUM = /^[a-z0-9]{1,60}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** One file name, not hidden, without separators or control characters. */
// eslint-disable-next-line no-control-regex
const FILE = /^(?!\.)[^/\\\u0000-\u001f]{1,200}$/;

/** What an operator may copy into an album, by its ending; what it really is, its decoder says. */
const PICTURE_ENDING = /\.(jpe?g|png|webp|gif|avif|hei[cf]|tiff?)$/i;
/** Whether a file of an album is a picture that can be served: its name becomes part of an address. */
export const isAlbumPicture = (file: string) =>
  PICTURE_ENDING.test(file) &&
  FILE.test(`${file.replace(/\.[^.]*$/, "")}.webp`);

export const findFolder = (rockNumber: number, uuid: string) =>
  `rocks/${rockNumber}/${uuid}`;
export const catalogueFolder = (rockNumber: number) => `catalog/${rockNumber}`;
export const pinFile = (rockNumber: number) =>
  `${catalogueFolder(rockNumber)}/pin.webp`;
export const albumFolder = (album: string) => `albums/${album}`;
/** A rock's share pictures, each named by what it shows; made anew whenever they are missing. */
export const shareFolder = (rockNumber: number) => `shares/${rockNumber}`;

export const originalOfFind = (
  rockNumber: number,
  uuid: string,
  file: string,
) => `${findFolder(rockNumber, uuid)}/original/${file}`;

/** The derivatives of one image of a find. */
export function deriveTaskForFind(
  rockNumber: number,
  uuid: string,
  image: { current_name: string; original_file: string },
): DeriveTask {
  const folder = findFolder(rockNumber, uuid);
  return {
    original: originalOfFind(rockNumber, uuid, image.original_file),
    outputs: outputs(
      derivativeSets.find,
      (kind) => `${folder}/${kind}/${image.current_name}.webp`,
    ),
  };
}

export function deriveTaskForRock(rock: {
  rock_number: number;
  original_file: string;
}): DeriveTask {
  const folder = catalogueFolder(rock.rock_number);
  return {
    original: `${folder}/original/${rock.original_file}`,
    outputs: outputs(
      derivativeSets.catalogue,
      (kind) => `${folder}/${kind}.webp`,
    ),
  };
}

/** `photo.name` ends in `.webp`. */
export function deriveTaskForPhoto(
  album: string,
  photo: { name: string; original_file: string },
): DeriveTask {
  const folder = albumFolder(album);
  return {
    original: `${folder}/${photo.original_file}`,
    outputs: outputs(
      derivativeSets.photo,
      (kind) => `${folder}/${kind}/${photo.name}`,
    ),
  };
}

/** A picture of the site's own pages: heroes in two shapes, for wide screens and for phones. */
export function deriveTaskForSitePicture(
  name: SitePictureName,
  originalFile: string,
): DeriveTask {
  return {
    original: `bkg/original/${originalFile}`,
    outputs:
      name === "logo"
        ? { logo: "logo.webp" }
        : { wide: `bkg/${name}.webp`, tall: `bkg/${name}_tall.webp` },
  };
}

/** The tall picture that is made of a wide one which an operator has put into `bkg/`; made anew when missing. */
export const madeTallPicture = (name: SitePictureName) =>
  `shares/bkg/${name}_tall.webp`;

/** Undefined when the store has no wide picture of this name. */
export function deriveTaskForTallPicture(
  name: SitePictureName,
): DeriveTask | undefined {
  const original = `bkg/${name}.webp`;
  return existsSync(onDisk(original))
    ? { original, outputs: { tall: madeTallPicture(name) } }
    : undefined;
}

function outputs(
  kinds: readonly Derivative[],
  place: (kind: Derivative) => string,
) {
  return Object.fromEntries(
    kinds.map((kind) => [kind, place(kind)]),
  ) as DeriveTask["outputs"];
}

export const storeRoot = () => path.resolve(getSettings().MEDIA_DIR);

/**
 * Where a path of the store stands on disk.
 * @throws where it would leave the store; callers pass paths made here, so that is a fault of ours
 */
export function onDisk(relative: string) {
  const root = storeRoot();
  const full = path.resolve(root, relative);
  if (full !== root && !full.startsWith(root + path.sep))
    throw new Error("a path leaves the store");
  return full;
}

/** What a public media address stands for; undefined for all that is not to be served. */
export type MediaFile =
  | {
      of: "find";
      uuid: string;
      rockNumber: number;
      image: string;
      path: string;
    }
  | { of: "catalogue"; rockNumber: number; path: string }
  | { of: "photo"; album: string; photo: string; path: string }
  | { of: "site"; path: string };

/** Reads the part of an address after `/media/`, already decoded once. */
export function parseMediaPath(address: string): MediaFile | undefined {
  const parts = address.split("/");
  if (!parts.every((part) => FILE.test(part))) return undefined;
  const [root, a = "", b = "", c = "", d = ""] = parts;
  if (root === "bkg" && parts.length === 2 && a.endsWith(".webp"))
    return { of: "site", path: address };
  if (
    root === "catalog" &&
    parts.length === 3 &&
    isNumber(a) &&
    b.endsWith(".webp") &&
    isOneOf(derivativeSets.catalogue, b.slice(0, -".webp".length))
  )
    return { of: "catalogue", rockNumber: Number(a), path: address };
  if (
    root === "albums" &&
    parts.length === 4 &&
    ALBUM.test(a) &&
    isOneOf(derivativeSets.photo, b) &&
    c.endsWith(".webp")
  )
    return { of: "photo", album: a, photo: c, path: address };
  if (
    root === "rocks" &&
    parts.length === 5 &&
    isNumber(a) &&
    UUID.test(b) &&
    isOneOf(derivativeSets.find, c) &&
    d.endsWith(".webp")
  )
    return {
      of: "find",
      rockNumber: Number(a),
      uuid: b,
      image: d.slice(0, -".webp".length),
      path: address,
    };
  return undefined;
}

export type OriginalPlace =
  | { of: "find"; uuid: string; file: string }
  | { of: "catalogue"; rockNumber: number; file: string }
  | { of: "photo"; album: string; file: string }
  | { of: "site"; file: string };

/** Reads where in the store an original stands; undefined for every other path. */
export function parseOriginal(original: string): OriginalPlace | undefined {
  const [root, a = "", b = "", c = "", d = "", ...more] = original.split("/");
  if (more.length > 0) return undefined;
  if (
    root === "rocks" &&
    isNumber(a) &&
    UUID.test(b) &&
    c === "original" &&
    FILE.test(d)
  )
    return { of: "find", uuid: b, file: d };
  if (
    root === "catalog" &&
    isNumber(a) &&
    b === "original" &&
    FILE.test(c) &&
    d === ""
  )
    return { of: "catalogue", rockNumber: Number(a), file: c };
  if (root === "albums" && ALBUM.test(a) && isAlbumPicture(b) && c === "")
    return { of: "photo", album: a, file: b };
  if (root === "bkg" && a === "original" && FILE.test(b) && c === "")
    return { of: "site", file: b };
  return undefined;
}

const isNumber = (part: string) => /^(0|[1-9]\d{0,5})$/.test(part);
const isOneOf = (kinds: readonly string[], kind: string) =>
  kinds.includes(kind);

// ── Whose store it is ──────────────────────────────────────────────────────────────────────────

const STORE_ID = ".store-id";

/** The id in the store's own file; undefined when there is none. @throws when it can't be read */
export function readStoreId(): string | undefined {
  try {
    return readFileSync(onDisk(STORE_ID), "utf8").trim() || undefined;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** Writes the store's id, synced. `folder` is within the store; a restore prepares a store elsewhere in it. */
export function writeStoreId(id: string, folder = "") {
  const file = onDisk(path.join(folder, STORE_ID));
  const part = `${file}.part`;
  writeFileSync(part, `${id}\n`, { flush: true });
  renameSync(part, file);
  syncFolderNow(path.dirname(file));
}

/** Whether the store has any original of a find, of the catalogue or of an album. */
export const holdsOriginals = () =>
  ["rocks", "catalog", "albums"].some((root) => {
    try {
      return readdirSync(onDisk(root)).length > 0;
    } catch (error) {
      if (isAbsent(error)) return false;
      throw error;
    }
  });

/** Whether an error says that nothing is there, and not that it can't be seen. */
export const isAbsent = (error: unknown) =>
  (error as NodeJS.ErrnoException | undefined)?.code === "ENOENT";

/** What a call gives, or undefined when nothing is there. Every other error goes on. */
async function orAbsent<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

// ── Writing: whole or not at all ───────────────────────────────────────────────────────────────

const INCOMING = "tmp/incoming";
const PARTS = "tmp/parts";

/** A folder for files on their way in; what it holds is nobody's until it is moved to its place. */
export const incomingFolder = (id: string) => `${INCOMING}/${id}`;

/** Removes a folder with all it holds, or a file; nothing where there is none. */
export async function removeFromStore(relative: string) {
  await rm(onDisk(relative), { recursive: true, force: true });
}

/** Removes what stands in a folder besides one file of it. */
export async function removeOthers(folder: string, kept: string | undefined) {
  for (const name of (await orAbsent(readdir(onDisk(folder)))) ?? [])
    if (`${folder}/${name}` !== kept)
      await removeFromStore(`${folder}/${name}`);
}

/** Makes a folder's own entries survive a power cut. */
export async function syncFolder(full: string) {
  const folder = await open(full, constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function syncFolderNow(full: string) {
  const folder = openSync(full, constants.O_RDONLY);
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/**
 * Makes a folder of the store, and those above it. Never the store itself: when that is missing its volume
 * is away, and whatever is written now would be lost when the volume comes back.
 */
export async function makeFolder(relative: string) {
  await stat(storeRoot());
  await mkdir(onDisk(relative), { recursive: true });
}

/** Makes what stands in a folder, and the folder's own entry, survive a power cut. */
export async function syncTree(relative: string) {
  const full = onDisk(relative);
  for (const entry of await readdir(full, {
    withFileTypes: true,
    recursive: true,
  }))
    if (entry.isDirectory())
      await syncFolder(path.join(entry.parentPath ?? entry.path, entry.name));
  await syncFolder(full);
}

/**
 * A folder that is left empty is taken away: where that comes between, while it is made too, the place is
 * made once more.
 */
async function renameInto(from: string, to: string) {
  for (let tries = 1; ; tries++) {
    try {
      await makeFolder(path.dirname(to));
      return await rename(onDisk(from), onDisk(to));
    } catch (error) {
      if (!isAbsent(error) || tries === 100) throw error;
    }
  }
}

/** Moves a folder or file to its place in one step, and makes the move survive a power cut. */
export async function moveInto(from: string, to: string) {
  await renameInto(from, to);
  for (
    let folder = path.dirname(onDisk(to));
    folder.startsWith(storeRoot());
    folder = path.dirname(folder)
  ) {
    await syncFolder(folder);
    if (folder === storeRoot()) break;
  }
}

/**
 * Moves what a folder holds into another, which may be there already. An original is never overwritten.
 * Nothing is done when there is no such folder.
 */
export async function mergeFolder(from: string, to: string) {
  if (!(await hasFolder(from))) return;
  if (!(await hasFolder(to))) return moveInto(from, to);
  for await (const file of walk(from)) {
    const target = to + file.slice(from.length);
    if (parseOriginal(file) && (await getFile(target)))
      throw new Error(`there are two originals, ${file} and ${target}`);
    await moveInto(file, target);
  }
  for (const folder of await listFolders(from)) await removeIfEmpty(folder);
}

/** A folder and those in it, the innermost first. */
async function listFolders(folder: string): Promise<string[]> {
  const entries = await readdir(onDisk(folder), { withFileTypes: true });
  const inside: string[] = [];
  for (const entry of entries)
    if (entry.isDirectory())
      inside.push(...(await listFolders(`${folder}/${entry.name}`)));
  return [...inside, folder];
}

/** Removes a folder that holds nothing; any other stays. */
export async function removeIfEmpty(relative: string) {
  try {
    await rmdir(onDisk(relative));
  } catch (error) {
    if (
      !isAbsent(error) &&
      (error as NodeJS.ErrnoException).code !== "ENOTEMPTY"
    )
      throw error;
  }
}

let partsWritten = 0;

/** Writes a file aside, synced, and renames it to its place: readers see the old or the new one whole. */
export async function writeWhole(relative: string, bytes: Uint8Array) {
  const part = `${PARTS}/${os.hostname()}.${process.pid}.${partsWritten++}`;
  await makeFolder(PARTS);
  try {
    const file = await open(onDisk(part), "w");
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await renameInto(part, relative);
    await syncFolder(path.dirname(onDisk(relative)));
  } catch (error) {
    await rm(onDisk(part), { force: true });
    throw error;
  }
}

// ── Derivatives on their way to their places ───────────────────────────────────────────────────

const DERIVED = "tmp/derived";

/**
 * A task whose derivatives go to a folder of one try of a job. The site moves them to their places when it
 * applies the result, so that a worker that ends late overwrites nothing.
 * @param picture names the picture and its original: derivatives of another original are not found under it
 */
export const stagedTask = (
  tryId: string,
  picture: string,
  { original, outputs }: DeriveTask,
): DeriveTask => ({
  original,
  outputs: Object.fromEntries(
    Object.keys(outputs).map((kind) => [
      kind,
      `${DERIVED}/${tryId}/${picture}/${kind}.webp`,
    ]),
  ),
});

/**
 * Puts staged derivatives in their places. It awaits nothing, so that no row changes meanwhile. The staged
 * ones stay until the try's folder is removed, so a site that is killed before its rows are written does it again.
 * @returns the folders to be synced; undefined when a derivative is not there, or the folder of the original
 *   isn't: it may have been moved or deleted
 */
export function placeDerivatives(
  staged: DeriveTask,
  task: DeriveTask,
): string[] | undefined {
  const folders = new Set<string>();
  for (const [kind, from] of Object.entries(staged.outputs)) {
    const to = onDisk(task.outputs[kind as Derivative]!);
    const folder = path.dirname(to);
    try {
      if (isRemade(task.outputs[kind as Derivative]!))
        mkdirSync(folder, { recursive: true });
      else if (folder !== storeRoot()) mkdirUnlessThere(folder);
      putInPlace(onDisk(from), to);
      folders.add(folder).add(path.dirname(folder));
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw error;
    }
  }
  return [...folders];
}

/** Whether a path is below `shares/`, whose folders hold no originals and are made whenever one is missing. */
const isRemade = (place: string) => place.startsWith("shares/");

/** Replaces a file in one step by a second name of a staged one; a file system without links gets the staged one itself. */
function putInPlace(staged: string, to: string) {
  const second = `${staged}.placed`;
  try {
    linkSync(staged, second);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw error;
    if (code !== "EEXIST") return renameSync(staged, to);
  }
  renameSync(second, to);
}

/** The folder above it has to be there. */
function mkdirUnlessThere(folder: string) {
  try {
    mkdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** Makes what was moved into folders survive a power cut; one that is gone meanwhile needs nothing. */
export async function syncFolders(folders: Iterable<string>) {
  for (const folder of folders) await orAbsent(syncFolder(folder));
}

export const removeStaged = (tryId: string) =>
  removeFromStore(`${DERIVED}/${tryId}`);

/** Removes what tries left that are no longer under way. */
export async function sweepStaged(isUnderWay: (tryId: string) => boolean) {
  for (const tryId of (await orAbsent(readdir(onDisk(DERIVED)))) ?? [])
    if (!isUnderWay(tryId)) await removeStaged(tryId);
}

// ── Looking ────────────────────────────────────────────────────────────────────────────────────

/** Whether there is such a folder. @throws when it can't be seen */
export async function hasFolder(relative: string) {
  const found = await orAbsent(stat(onDisk(relative)));
  return found?.isDirectory() ?? false;
}

/** Size in bytes and modification time; undefined when there is no such file. @throws when it can't be seen */
export async function getFile(relative: string) {
  const found = await orAbsent(stat(onDisk(relative)));
  return found?.isFile()
    ? { bytes: found.size, mtime_ms: Math.round(found.mtimeMs) }
    : undefined;
}

/** The ids of all that is on its way in, or was when its process died. */
export const listIncoming = async () =>
  (await orAbsent(readdir(onDisk(INCOMING)))) ?? [];

/** Removes the parts of files whose writer is gone: a dead process of this machine, or an hour old. */
export async function sweepParts() {
  for (const name of (await orAbsent(readdir(onDisk(PARTS)))) ?? []) {
    const part = onDisk(`${PARTS}/${name}`);
    const [pid] = name.slice(os.hostname().length + 1).split(".");
    const ours = name.startsWith(`${os.hostname()}.`);
    const found = await stat(part).catch(() => undefined);
    if (
      found &&
      ((ours && !isAlive(Number(pid))) ||
        Date.now() - found.mtimeMs > 3_600_000)
    )
      await rm(part, { force: true });
  }
}

function isAlive(pid: number) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Bytes that stay free whatever is sent, so that the database and the derivatives have room. */
const RESERVE_BYTES = 64 * 1024 * 1024;
const RESERVE_FILES = 1000;

/** @throws {DomainError} unavailable when the store has no room for so many bytes more */
export async function requireRoom(bytes = 0) {
  const { bavail, bsize, files, ffree } = await statfs(storeRoot());
  // Some file systems count no files; they say that there can be none at all.
  const isOutOfFiles = files > 0 && ffree < RESERVE_FILES;
  if (bavail * bsize - bytes < RESERVE_BYTES || isOutOfFiles)
    throw new DomainError(
      "unavailable",
      "There is no room for more pictures at the moment. Please try again later.",
    );
}

// ── Reading what stands there ──────────────────────────────────────────────────────────────────

/**
 * A folder of the store as an operator writes it ('media', 'media/rocks', 'media/albums/sea/'), as a path
 * within the store; undefined for one outside, or with none of the store's originals below it.
 */
export function parseFolder(given: string): string | undefined {
  const parts = given.replace(/\/+$/, "").split("/");
  if (parts[0] !== "media" || !parts.slice(1).every((part) => FILE.test(part)))
    return undefined;
  if (parts.length > 1 && !["rocks", "albums", "catalog"].includes(parts[1]!))
    return undefined;
  return parts.slice(1).join("/");
}

/** Files below a folder, as paths within the store, hidden ones left out. */
async function* walk(folder: string): AsyncGenerator<string> {
  const entries = await orAbsent(
    readdir(onDisk(folder), { withFileTypes: true }),
  );
  for (const entry of entries ?? []) {
    if (entry.name.startsWith(".")) continue;
    const inside = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* walk(inside);
    else if (entry.isFile()) yield inside;
  }
}

/**
 * All originals below a folder of the store, and whether all derivatives of each are there. Of a photo only
 * the site can tell, for what its derivatives are called stands in its row.
 */
export async function listMissingDerivatives({ folder }: { folder: string }) {
  const originals: { original: string; isDone?: boolean }[] = [];
  const roots = folder === "" ? ["rocks", "albums", "catalog"] : [folder];
  for (const root of roots)
    for await (const file of walk(root)) {
      const place = parseOriginal(file);
      if (place)
        originals.push({
          original: file,
          isDone: await hasDerivatives(file, place),
        });
    }
  return { originals };
}

async function hasDerivatives(file: string, place: OriginalPlace) {
  if (place.of === "photo") return undefined;
  const stem = place.file.replace(/\.[^.]*$/, "");
  const wanted =
    place.of === "catalogue"
      ? Object.values(
          deriveTaskForRock({
            rock_number: place.rockNumber,
            original_file: place.file,
          }).outputs,
        )
      : derivativeSets.find.map((kind) =>
          file.replace(/original\/[^/]*$/, `${kind}/${stem}.webp`),
        );
  const found = await Promise.all(wanted.map((path) => getFile(path)));
  return found.every((derivative) => derivative !== undefined);
}

/** Whether a file is one that an operator may have put into the store: an album's picture, a backdrop, the logo. */
export const isOperatorFile = (file: string) =>
  file === "logo.webp" ||
  parseMediaPath(file)?.of === "site" ||
  parseOriginal(file)?.of === "photo";

export async function* listOperatorFiles() {
  for (const root of ["bkg", "albums"])
    for await (const file of walk(root)) if (isOperatorFile(file)) yield file;
  if (await getFile("logo.webp")) yield "logo.webp";
}

/** Whether all of a picture's derivatives are there. */
export const isDerived = ({ outputs }: DeriveTask) =>
  Object.values(outputs).every((path) => existsSync(onDisk(path)));

/** The albums' folders with the pictures beside each other in them. */
export async function listAlbumFiles() {
  const albums: {
    name: string;
    files: { file: string; bytes: number; mtime_ms: number }[];
    /** Pictures whose names can't be part of an address. */
    leftOut: string[];
  }[] = [];
  const folders = await orAbsent(
    readdir(onDisk("albums"), { withFileTypes: true }),
  );
  for (const entry of folders ?? []) {
    if (!entry.isDirectory() || !ALBUM.test(entry.name)) continue;
    const files = [];
    const leftOut = [];
    const names = await orAbsent(readdir(onDisk(albumFolder(entry.name))));
    for (const file of (names ?? []).sort()) {
      if (file.startsWith(".") || !PICTURE_ENDING.test(file)) continue;
      const found = await getFile(`${albumFolder(entry.name)}/${file}`);
      if (!found) continue;
      if (isAlbumPicture(file)) files.push({ file, ...found });
      else leftOut.push(file);
    }
    albums.push({ name: entry.name, files, leftOut });
  }
  return { albums: albums.sort((a, b) => (a.name < b.name ? -1 : 1)) };
}
