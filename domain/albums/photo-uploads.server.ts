import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { requireAlbumNamed } from "./admin-albums.server.ts";
import { DomainError } from "../core/errors.ts";
import type { ReceivedFile } from "#domain/uploads/incoming.server.ts";
import { inspectImage } from "../images/inspect.server.ts";
import { startAlbumSync } from "../jobs/start-jobs.server.ts";
import { albumFolder } from "../store/paths.ts";
import { onDisk } from "../store/disk.server.ts";
import { syncTree } from "../store/write.server.ts";
import { isLeaving } from "../store/removals.server.ts";
import { requireArrived, requireStore } from "../store/identity.server.ts";

/**
 * Puts received pictures beside the others in an album's folder, all or none, and starts the sync that
 * makes photos of them. The incoming folder is the caller's to remove.
 * @returns the names they were given
 * @throws {DomainError} not_found, bad_input, not_an_image, too_large
 */
export async function addPhotos(album: string, received: ReceivedFile[]) {
  requireAlbumNamed(album);
  if (received.length === 0)
    throw new DomainError("bad_input", "Please choose at least one image.", {
      fields: { files: "Please choose at least one image." },
    });
  const extensions: string[] = [];
  for (const file of received) extensions.push(await extensionOf(file));
  const files = place(album, received, extensions);
  await syncTree(albumFolder(album));
  return { files, job_id: startAlbumSync() };
}

async function extensionOf({ name, path }: ReceivedFile) {
  try {
    return (await inspectImage(onDisk(path))).extension;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const said = `${name}: ${error.message}`;
    throw new DomainError(error.kind, said, { fields: { files: said } });
  }
}

/** In one go, so that an album is either still there or deleted with all that has come into its folder. */
function place(album: string, received: ReceivedFile[], extensions: string[]) {
  requireAlbumNamed(album);
  requireStore();
  mkdirSync(onDisk(albumFolder(album)), { recursive: true });
  const names: string[] = [];
  try {
    for (const [index, file] of received.entries()) {
      const name = freeName(album, stemOf(file.name), extensions[index]!);
      renameSync(onDisk(file.path), inAlbum(album, name));
      names.push(name);
    }
    requireArrived(names.map((name) => `${albumFolder(album)}/${name}`));
  } catch (error) {
    for (const name of names) rmSync(inAlbum(album, name), { force: true });
    throw error;
  }
  return names;
}

const inAlbum = (album: string, file: string) =>
  onDisk(`${albumFolder(album)}/${file}`);

/** A client's name cut down to what is harmless on any disk; `photo` where nothing is left of it. */
const stemOf = (name: string) =>
  path
    .parse(name.replaceAll("\\", "/"))
    .name.normalize("NFKD")
    .replace(/[^A-Za-z0-9_-]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 80) || "photo";

function freeName(album: string, stem: string, extension: string) {
  for (let n = 1; ; n++) {
    const name = `${stem}${n > 1 ? `-${n}` : ""}.${extension}`;
    const isFree =
      !existsSync(inAlbum(album, name)) &&
      !isLeaving(`${albumFolder(album)}/${name}`);
    if (isFree) return name;
  }
}
