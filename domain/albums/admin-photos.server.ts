import path from "node:path";
import { eq } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { write } from "#db/write.server.ts";
import { photos } from "#db/schema.ts";
import {
  requireAlbum,
  requireAlbumNamed,
  albumKinds,
} from "./admin-albums.server.ts";
import { DomainError, wrongField } from "#core/errors.ts";
import { isThere } from "../store/disk.server.ts";
import {
  albumFolder,
  deriveTaskForPhoto,
  filesOf,
  originalOfPhoto,
} from "../store/paths.ts";
import {
  renumber,
  requireFresh,
  swap,
  type IsCurrent,
} from "../lists/order.server.ts";
import { discard, readRows } from "../store/discard.server.ts";
import { isLeaving, writeAndRemove } from "../store/removals.server.ts";
import { startDueJobs } from "../jobs/ledger.server.ts";
import { joinOrRecord } from "../jobs/start-jobs.server.ts";
import type { ReceivedFile } from "../uploads/incoming.server.ts";
import {
  receiveOriginals,
  toSharedFolder,
} from "../uploads/receive-originals.server.ts";
import { pickAnswer } from "#core/answers.ts";
import { AdminPhoto } from "./answers.ts";
import type { PhotoChange, PhotoSwap } from "./schemas.ts";
import { versionOf } from "#core/hash.server.ts";

type PhotoRow = typeof photos.$inferSelect;

const MISSING = "Its file is missing from the album's folder.";

const asAdminPhoto = (row: PhotoRow): AdminPhoto => {
  const show = row.show && !row.missing;
  return pickAnswer(AdminPhoto, {
    ...row,
    show,
    error: row.missing ? MISSING : row.error,
    version: versionOf([row.display_name, row.desc, row.date, show]),
  });
};

export function listAdminPhotos(paKey: number): AdminPhoto[] {
  requireAlbum(paKey);
  return getDb()
    .select()
    .from(photos)
    .where(eq(photos.pa_key, paKey))
    .orderBy(photos.order_num, photos.p_key)
    .all()
    .map(asAdminPhoto);
}

function requireRow(pKey: number): PhotoRow {
  const row = getDb().select().from(photos).where(eq(photos.p_key, pKey)).get();
  if (!row) throw new DomainError("not_found", "There is no such photo.");
  return row;
}

export function requirePhotoOriginal(pKey: number) {
  const { pa_key, original_file: name } = requireRow(pKey);
  return { path: originalOfPhoto(requireAlbum(pa_key).name, name), name };
}

export const requirePhoto = (pKey: number) => asAdminPhoto(requireRow(pKey));

export function changePhoto(
  pKey: number,
  change: PhotoChange,
  isCurrent: IsCurrent<AdminPhoto>,
): AdminPhoto {
  write((tx) => {
    const row = requireRow(pKey);
    const photo = asAdminPhoto(row);
    requireFresh(isCurrent(photo), "This photo was");
    // A photo that is hidden because its file is missing is shown again when the file is back.
    const show = change.show === photo.show ? row.show : change.show;
    setPhoto(tx, pKey, { order_num: row.order_num, ...change, show });
  });
  return requirePhoto(pKey);
}

const setPhoto = (
  tx: Tx,
  pKey: number,
  values: Partial<typeof photos.$inferInsert>,
) => void tx.update(photos).set(values).where(eq(photos.p_key, pKey)).run();

/** Shows or hides a photo; flips it when `show` is undefined. One whose file is missing stays hidden. */
export function showPhoto(pKey: number, show = !requirePhoto(pKey).show) {
  write((tx) => setPhoto(tx, pKey, { show }));
  return requirePhoto(pKey);
}

/** @returns its key in the trash; undefined if nothing is kept there */
export const deletePhoto = (pKey: number) =>
  writeAndRemove((tx) => {
    const photo = requireRow(pKey);
    const album = requireAlbum(photo.pa_key);
    const where = eq(photos.p_key, pKey);
    const trashKey = discard(tx, albumKinds, {
      kind: "photo",
      key: pKey,
      parent_key: photo.pa_key,
      label: photo.display_name || photo.name,
      detail: `from the album “${album.display_name || album.name}”`,
      rows: { photos: readRows(tx, "photos", where) },
      files: filesOf(deriveTaskForPhoto(album.name, photo)),
    });
    tx.delete(photos).where(where).run();
    return trashKey;
  });

export function swapPhotos(paKey: number, { photo1, photo2 }: PhotoSwap) {
  const [a, b] = [photo1, photo2].map(({ p_key, order_num }) => ({
    key: p_key,
    order: order_num,
  }));
  write((tx) => swap("A photo", a!, b!, numbersOf(tx, paKey)));
  return listAdminPhotos(paKey);
}

export function reorderPhotos(paKey: number, order?: number[]) {
  write((tx) => {
    const current = listAdminPhotos(paKey).map(({ p_key }) => p_key);
    renumber(current, order, numbersOf(tx, paKey));
  });
  return listAdminPhotos(paKey);
}

const numbersOf = (tx: Tx, paKey: number) => ({
  get(pKey: number) {
    const row = requireRow(pKey);
    if (row.pa_key === paKey) return row.order_num;
    throw new DomainError("not_found", "There is no such photo in this album.");
  },
  set: (key: number, order_num: number) => setPhoto(tx, key, { order_num }),
});

/** Milliseconds that a sync waits for the next picture, if one has been announced. Less than any job may wait. */
const SYNC_LATER_MS = 50_000;

/**
 * Puts received pictures into an album's folder, all or none, and starts the sync that makes photos of them.
 * @param id of the incoming folder, which the caller removes
 * @param isMoreComing has the sync wait for the next pictures, so that one sync takes all
 */
export async function addPhotos(
  id: string,
  album: string,
  received: ReceivedFile[],
  isMoreComing: boolean,
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
        job_id: joinOrRecord(
          tx,
          "sync-albums",
          {},
          isMoreComing ? SYNC_LATER_MS : 0,
        ),
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
