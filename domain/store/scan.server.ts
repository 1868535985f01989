import { readdir } from "node:fs/promises";
import {
  getFile,
  isThere,
  listNames,
  onDisk,
  orAbsent,
} from "./disk.server.ts";
import {
  isAlbumName,
  isAlbumPicture,
  isOperatorFile,
  isPictureFile,
  parseOriginal,
  ROOTS,
  type OriginalPlace,
} from "./parse-path.ts";
import {
  albumFolder,
  derivativeSets,
  deriveTaskForRock,
  LOGO,
  originalOfPhoto,
  type DeriveTask,
} from "./paths.ts";

/** Lists what the store holds. */

/** Files below a folder, as paths of the store, without hidden ones. */
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

/**
 * All originals below a folder of the store, and whether all derivatives of each are there. For a photo only
 * the site knows that, because its row says what its derivatives are called.
 */
export async function listMissingDerivatives({ folder }: { folder: string }) {
  const originals: { original: string; isDone?: boolean }[] = [];
  const roots = folder === "" ? ROOTS : [folder];
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

/** Whether all of a picture's derivatives are there. */
export const isDerived = ({ outputs }: DeriveTask) =>
  Object.values(outputs).every(isThere);

export async function* listOperatorFiles() {
  for (const root of ["bkg", "albums"])
    for await (const file of walk(root)) if (isOperatorFile(file)) yield file;
  if (await getFile(LOGO)) yield LOGO;
}

interface AlbumFiles {
  name: string;
  files: { file: string; bytes: number; mtime_ms: number }[];
  /** Pictures whose names can't be part of an address. */
  leftOut: string[];
}

/** The albums' folders with the pictures in each of them. */
export async function listAlbumFiles() {
  const albums: AlbumFiles[] = [];
  const folders = await orAbsent(
    readdir(onDisk("albums"), { withFileTypes: true }),
  );
  for (const entry of folders ?? []) {
    if (!entry.isDirectory() || !isAlbumName(entry.name)) continue;
    const album: AlbumFiles = { name: entry.name, files: [], leftOut: [] };
    for (const file of (await listNames(albumFolder(entry.name))).sort()) {
      if (file.startsWith(".") || !isPictureFile(file)) continue;
      const found = await getFile(originalOfPhoto(entry.name, file));
      if (!found) continue;
      if (isAlbumPicture(file)) album.files.push({ file, ...found });
      else album.leftOut.push(file);
    }
    albums.push(album);
  }
  return { albums: albums.sort((a, b) => (a.name < b.name ? -1 : 1)) };
}
