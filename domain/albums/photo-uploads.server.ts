import path from "node:path";
import { wrongField } from "#core/errors.ts";
import { startDueJobs } from "../jobs/ledger.server.ts";
import { joinOrRecord } from "../jobs/start-jobs.server.ts";
import { isThere } from "../store/disk.server.ts";
import { albumFolder, originalOfPhoto } from "../store/paths.ts";
import { isLeaving } from "../store/removals.server.ts";
import type { ReceivedFile } from "../uploads/incoming.server.ts";
import {
  receiveOriginals,
  toSharedFolder,
} from "../uploads/receive-originals.server.ts";
import { requireAlbumNamed } from "./admin-albums.server.ts";

/**
 * Puts received pictures beside the others in an album's folder, all or none, and starts the sync that
 * makes photos of them.
 * @param id of the incoming folder that the pictures are in. Removing it is up to the caller
 * @returns the names they were given
 * @throws {DomainError} not_found, bad_input, not_an_image, too_large
 */
export async function addPhotos(
  id: string,
  album: string,
  received: ReceivedFile[],
) {
  requireAlbumNamed(album);
  if (received.length === 0)
    throw wrongField("files", "Please choose at least one image.");
  const added = await receiveOriginals(
    id,
    received,
    toSharedFolder(
      albumFolder(album),
      () => requireAlbumNamed(album),
      (name, extension) => freePlace(album, stemOf(name), extension),
    ),
    (tx, _originals, places) => {
      requireAlbumNamed(album, tx);
      return {
        files: places.map((place) => path.posix.basename(place)),
        job_id: joinOrRecord(tx, "sync-albums", {}),
      };
    },
  );
  startDueJobs();
  return added;
}

/** A client's file name without characters that could harm a disk; `photo` if nothing is left. */
export const stemOf = (name: string) =>
  path
    .parse(name.replaceAll("\\", "/"))
    .name.normalize("NFKD")
    .replace(/[^A-Za-z0-9_-]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 80) || "photo";

function freePlace(album: string, stem: string, extension: string) {
  for (let n = 1; ; n++) {
    const name = `${stem}${n > 1 ? `-${n}` : ""}.${extension}`;
    const place = originalOfPhoto(album, name);
    if (!isThere(place) && !isLeaving(place)) return place;
  }
}
