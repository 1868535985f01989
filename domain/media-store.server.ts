import { constants, existsSync } from "node:fs";
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
import { DomainError } from "./errors.ts";
import {
  derivativeSets,
  type Derivative,
  type DeriveTask,
} from "./job-catalogue.ts";
import type { SitePictureName } from "./schemas.ts";
import { getSettings } from "./settings.server.ts";

/** The only code that knows paths in the file store. All paths it gives are relative to its root. */

const ALBUM = /^[a-z0-9]{1,60}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** One file name, not hidden, without separators or control characters. */
// eslint-disable-next-line no-control-regex
const FILE = /^(?!\.)[^/\\\u0000-\u001f]{1,200}$/;

/** What an operator may copy into an album, by its ending; what it really is, its decoder says. */
const PICTURE =
  /^(?!\.)[^/\\]{1,200}\.(jpe?g|png|webp|gif|avif|hei[cf]|tiff?)$/i;

export const postFolder = (rockNumber: number, uuid: string) =>
  `rocks/${rockNumber}/${uuid}`;
export const catalogueFolder = (rockNumber: number) => `catalog/${rockNumber}`;
export const albumFolder = (album: string) => `albums/${album}`;
/** A rock's share pictures, each named by what it shows; made anew whenever they are missing. */
export const shareFolder = (rockNumber: number) => `shares/${rockNumber}`;

export const findOriginal = (rockNumber: number, uuid: string, file: string) =>
  `${postFolder(rockNumber, uuid)}/original/${file}`;

/** The derivatives of one image of a find. */
export function findTask(
  rockNumber: number,
  uuid: string,
  image: { current_name: string; original_file: string },
): DeriveTask {
  const folder = postFolder(rockNumber, uuid);
  return {
    original: findOriginal(rockNumber, uuid, image.original_file),
    outputs: outputs(
      derivativeSets.find,
      (kind) => `${folder}/${kind}/${image.current_name}.webp`,
    ),
  };
}

export function catalogueTask(rock: {
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
export function photoTask(
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
export function sitePictureTask(
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
export function tallPictureTask(name: SitePictureName): DeriveTask | undefined {
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
    (b === "a.webp" || b === "a_sm.webp")
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
  if (root === "albums" && ALBUM.test(a) && PICTURE.test(b) && c === "")
    return { of: "photo", album: a, file: b };
  if (root === "bkg" && a === "original" && FILE.test(b) && c === "")
    return { of: "site", file: b };
  return undefined;
}

const isNumber = (part: string) => /^(0|[1-9]\d{0,5})$/.test(part);
const isOneOf = (kinds: readonly string[], kind: string) =>
  kinds.includes(kind);

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
  for (const name of await readdir(onDisk(folder)).catch(() => []))
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
async function renameInto(from: string, target: string) {
  for (let tries = 1; ; tries++) {
    try {
      await mkdir(path.dirname(target), { recursive: true });
      return await rename(from, target);
    } catch (error) {
      const isGone = (error as NodeJS.ErrnoException).code === "ENOENT";
      if (!isGone || tries === 100) throw error;
    }
  }
}

/** Moves a folder or file to its place in one step, and makes the move survive a power cut. */
export async function moveInto(from: string, to: string) {
  const target = onDisk(to);
  await renameInto(onDisk(from), target);
  for (
    let folder = path.dirname(target);
    folder.startsWith(storeRoot());
    folder = path.dirname(folder)
  ) {
    await syncFolder(folder);
    if (folder === storeRoot()) break;
  }
}

let partsWritten = 0;

/** Writes a file aside, synced, and renames it to its place: readers see the old or the new one whole. */
export async function writeWhole(relative: string, bytes: Uint8Array) {
  const target = onDisk(relative);
  const part = onDisk(
    `${PARTS}/${os.hostname()}.${process.pid}.${partsWritten++}`,
  );
  await mkdir(path.dirname(part), { recursive: true });
  try {
    const file = await open(part, "w");
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await renameInto(part, target);
    await syncFolder(path.dirname(target));
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Removes derivatives, and the folders that hold nothing without them. */
export async function removeDerivatives({ outputs }: DeriveTask) {
  for (const place of Object.values(outputs)) {
    await removeFromStore(place);
    for (
      let folder = path.dirname(onDisk(place));
      folder !== storeRoot();
      folder = path.dirname(folder)
    ) {
      const left = await readdir(folder).catch(() => []);
      if (left.length > 0) break;
      await rmdir(folder).catch(() => {});
    }
  }
}

export async function findFolder(relative: string) {
  const found = await stat(onDisk(relative)).catch(() => undefined);
  return found?.isDirectory() ?? false;
}

/** Size in bytes and modification time; undefined where there is no such file. */
export async function findFile(relative: string) {
  const found = await stat(onDisk(relative)).catch(() => undefined);
  return found?.isFile()
    ? { bytes: found.size, mtime_ms: Math.round(found.mtimeMs) }
    : undefined;
}

/** The ids of what was on its way in when its process died, or has been for longer than any upload takes. */
export async function listIncoming(untouchedForMs: number) {
  const ids: string[] = [];
  for (const id of await readdir(onDisk(INCOMING)).catch(() => [])) {
    const found = await stat(onDisk(`${INCOMING}/${id}`)).catch(
      () => undefined,
    );
    if (found && Date.now() - found.mtimeMs >= untouchedForMs) ids.push(id);
  }
  return ids;
}

/** Removes the parts of files whose writer is gone: a dead process of this machine, or an hour old. */
export async function sweepParts() {
  for (const name of await readdir(onDisk(PARTS)).catch(() => [])) {
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

/** @throws {DomainError} unavailable where the store has no room left for an upload */
export async function requireRoom() {
  await mkdir(storeRoot(), { recursive: true });
  const { bavail, bsize, files, ffree } = await statfs(storeRoot());
  // Some file systems count no files; they say that there can be none at all.
  const isOutOfFiles = files > 0 && ffree < RESERVE_FILES;
  if (bavail * bsize < RESERVE_BYTES || isOutOfFiles)
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
  for (const entry of await readdir(onDisk(folder), {
    withFileTypes: true,
  }).catch(() => [])) {
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
          catalogueTask({
            rock_number: place.rockNumber,
            original_file: place.file,
          }).outputs,
        )
      : derivativeSets.find.map((kind) =>
          file.replace(/original\/[^/]*$/, `${kind}/${stem}.webp`),
        );
  const found = await Promise.all(wanted.map((path) => findFile(path)));
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
  if (await findFile("logo.webp")) yield "logo.webp";
}

/** Whether all of a picture's derivatives are there. */
export const isDerived = ({ outputs }: DeriveTask) =>
  Object.values(outputs).every((path) => existsSync(onDisk(path)));

/** The albums' folders with the pictures beside each other in them. */
export async function listAlbumFiles() {
  const albums: {
    name: string;
    files: { file: string; bytes: number; mtime_ms: number }[];
  }[] = [];
  for (const entry of await readdir(onDisk("albums"), {
    withFileTypes: true,
  }).catch(() => [])) {
    if (!entry.isDirectory() || !ALBUM.test(entry.name)) continue;
    const files = [];
    for (const file of (
      await readdir(onDisk(albumFolder(entry.name))).catch(() => [])
    ).sort()) {
      const found = PICTURE.test(file)
        ? await findFile(`${albumFolder(entry.name)}/${file}`)
        : undefined;
      if (found) files.push({ file, ...found });
    }
    albums.push({ name: entry.name, files });
  }
  return { albums: albums.sort((a, b) => (a.name < b.name ? -1 : 1)) };
}
