import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import {
  getFile,
  isThere,
  onDisk,
  orAbsent,
  type FileState,
} from "./disk.server.ts";
import { isPictureFile, RESERVED_ALBUM_NAMES } from "#core/limits.ts";
import {
  albumFolder,
  derivativeSets,
  LOGO,
  originalOfPhoto,
  type DeriveTask,
} from "./paths.ts";
import { isAlbumName, isAlbumPicture, isOperatorFile } from "./parse-paths.ts";

export async function* walk(folder: string): AsyncGenerator<string> {
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

/** A folder and those in it, the innermost first. */
export async function listFolders(folder: string): Promise<string[]> {
  const entries = await readdir(onDisk(folder), { withFileTypes: true });
  const inside: string[] = [];
  for (const entry of entries)
    if (entry.isDirectory())
      inside.push(...(await listFolders(`${folder}/${entry.name}`)));
  return [...inside, folder];
}

export const isDerived = ({ outputs }: DeriveTask) =>
  Object.values(outputs).every(isThere);

export async function* listOperatorFiles() {
  for (const root of ["bkg", "albums"])
    for await (const file of walk(root)) if (isOperatorFile(file)) yield file;
  if (await getFile(LOGO)) yield LOGO;
}

export interface StoredFile extends FileState {
  file: string;
}

interface AlbumFiles {
  name: string;
  files: StoredFile[];
}

export interface LeftOut {
  /** Below `albums/`. A folder ends in a slash. */
  path: string;
  /** In words, for the admin. */
  why: string;
}

/** The pictures of the albums' folders, and everything in `albums/` that is passed over. */
export async function listAlbumFiles() {
  const { albums: named, leftOut } = await listAlbumNames();
  const albums: AlbumFiles[] = [];
  for (const { name, files: names } of named) {
    const files: StoredFile[] = [];
    for (const file of names) {
      const found = await getFile(originalOfPhoto(name, file));
      if (found) files.push({ file, ...found });
      else leftOut.push({ path: `${name}/${file}`, why: "it can't be read" });
    }
    albums.push({ name, files });
  }
  leftOut.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { albums, leftOut };
}

/** What every sync leaves out on purpose. */
export const listLeftOut = async () => (await listAlbumNames()).leftOut;

async function listAlbumNames() {
  const albums: { name: string; files: string[] }[] = [];
  const leftOut: LeftOut[] = [];
  for (const entry of await listEntries("albums")) {
    const { name } = entry;
    const why = whyNoAlbum(entry);
    if (why)
      leftOut.push({ path: entry.isDirectory() ? `${name}/` : name, why });
    else albums.push({ name, files: await listPhotoNames(name, leftOut) });
  }
  return { albums, leftOut };
}

async function listPhotoNames(album: string, leftOut: LeftOut[]) {
  const files: string[] = [];
  for (const entry of await listEntries(albumFolder(album))) {
    const file = entry.name;
    const path = `${album}/${file}`;
    if (entry.isDirectory()) {
      if (!derivativeSets.photo.some((kind) => kind === file))
        leftOut.push({ path: `${path}/`, why: "it is inside of an album" });
    } else if (isAlbumPicture(file)) files.push(file);
    else leftOut.push({ path, why: whyNoPhoto(file) });
  }
  return files;
}

/** A folder's entries by name, without the files that systems put beside pictures. */
async function listEntries(folder: string) {
  const entries = await orAbsent(
    readdir(onDisk(folder), { withFileTypes: true }),
  );
  return (entries ?? [])
    .filter(({ name }) => !isBySystem(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Hidden files are a system's own, but for a picture that only has a dot before its name. macOS puts `._sea.jpg` beside `sea.jpg`. */
export const isBySystem = (name: string) =>
  name.startsWith(".")
    ? name.startsWith("._") || !isPictureFile(name)
    : BY_SYSTEMS.test(name);
const BY_SYSTEMS =
  /^(thumbs\.db|ehthumbs\.db|desktop\.ini|@eadir|#recycle|\$recycle\.bin|lost\+found|__macosx)$/i;
const FILM = /\.(mov|mp4|m4v|3gp|avi|mkv|webm|mts|m2ts|mpe?g|wmv)$/i;
const RAW =
  /\.(dng|cr[23w]|nef|nrw|arw|srf|sr2|orf|raf|rw2|rwl|pef|srw|raw|3fr|erf|iiq|x3f|mrw)$/i;

function whyNoAlbum(entry: Dirent) {
  if (entry.isSymbolicLink()) return "links are not followed";
  if (!entry.isDirectory()) return "it is in no album's folder";
  if (!isAlbumName(entry.name))
    return "an album's folder has only a-z and 0-9 in its name, 60 at most";
  if (RESERVED_ALBUM_NAMES.includes(entry.name))
    return "the site itself needs that name";
}

function whyNoPhoto(file: string) {
  if (FILM.test(file)) return "films can't be shown";
  if (RAW.test(file)) return "raw photographs can't be shown; use JPEG or HEIC";
  if (!isPictureFile(file)) return "not a picture that can be shown";
  if (file.startsWith(".")) return "its name begins with a dot, which hides it";
  return "its name is too long, or has a character that no address can have";
}
