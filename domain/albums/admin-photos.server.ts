import { eq } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { write } from "#db/write.server.ts";
import { albums, photos } from "#db/schema.ts";
import { requireAlbum, albumKinds } from "./admin-albums.server.ts";
import { DomainError } from "#core/errors.ts";
import { deriveTaskForPhoto, filesOf } from "../store/paths.ts";
import {
  renumber,
  requireFresh,
  swap,
  type IsCurrent,
} from "../lists/order.server.ts";
import { removeScheduled } from "../store/removals.server.ts";
import { discard, readRows } from "../store/discard.server.ts";
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

/** @throws {DomainError} not_found */
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

export const requirePhoto = (pKey: number) => asAdminPhoto(requireRow(pKey));

/** @throws {DomainError} not_found, conflict */
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

/**
 * Shows or hides a photo; flips it when `show` is undefined. One whose file is missing stays hidden.
 * @throws {DomainError} not_found
 */
export function showPhoto(pKey: number, show = !requirePhoto(pKey).show) {
  write((tx) => setPhoto(tx, pKey, { show }));
  return requirePhoto(pKey);
}

/**
 * Moves a photo into the trash.
 * @returns its key in the trash; undefined if nothing is kept there
 * @throws {DomainError} not_found
 */
export async function deletePhoto(pKey: number) {
  const trashKey = write((tx) => {
    const photo = requireRow(pKey);
    const album = tx
      .select()
      .from(albums)
      .where(eq(albums.pa_key, photo.pa_key))
      .get()!;
    const where = eq(photos.p_key, pKey);
    const trashKey = discard(tx, albumKinds, {
      kind: "photo",
      key: pKey,
      parent_key: photo.pa_key,
      label: photo.display_name || photo.name,
      detail: `from the album “${album.display_name || album.name}”`,
      rows: {
        photos: readRows(tx, "photos", where),
      },
      files: filesOf(deriveTaskForPhoto(album.name, photo)),
    });
    tx.delete(photos).where(where).run();
    return trashKey;
  });
  await removeScheduled();
  return trashKey;
}

/** Swaps two photos of an album. @throws {DomainError} bad_input, not_found, conflict */
export function swapPhotos(paKey: number, { photo1, photo2 }: PhotoSwap) {
  const [a, b] = [photo1, photo2].map(({ p_key, order_num }) => ({
    key: p_key,
    order: order_num,
  }));
  write((tx) => swap("A photo", a!, b!, numbersOf(tx, paKey)));
  return listAdminPhotos(paKey);
}

/** @throws {DomainError} not_found; conflict when `order` does not name all photos of the album */
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
