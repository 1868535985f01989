import { and, eq, sql, type SQL } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { albums, photos, trash } from "#db/schema.ts";
import { conflict, purge, type KindOfTrash } from "../store/discard.server.ts";
import { derivativeOfPhoto } from "../store/paths.ts";
import type { TrashedRows } from "../store/trashed-rows.server.ts";

/** Albums and their photos in the trash. */

/** @param place of the album's folder, or of a photo's original in it */
function pictureOfPhotos({ photos = [] }: TrashedRows, place: string) {
  const [photo] = photos
    .filter(({ ready }) => ready)
    .sort((a, b) => a.order_num - b.order_num);
  const [, album = ""] = place.split("/");
  return photo && derivativeOfPhoto(album, "webp300x300", photo.name);
}

const album: KindOfTrash = {
  fitIn(tx, { albums: [album] = [] }) {
    album!.order_num = makeRoom(tx, albums, undefined, album!.order_num);
  },
  getPicture: pictureOfPhotos,
  forget(tx, key) {
    const isPhoto = and(eq(trash.kind, "photo"), eq(trash.parent_key, key));
    purge(tx, albumKinds, isPhoto);
  },
};

const photo: KindOfTrash = {
  check(tx, { photos: [photo] = [] }) {
    const { pa_key } = photo!;
    if (!tx.select().from(albums).where(eq(albums.pa_key, pa_key)).get())
      throw conflict(
        "Its album is in the trash too. Restore the album first, then this photo.",
      );
  },
  fitIn(tx, { photos: [photo] = [] }) {
    const isBeside = eq(photos.pa_key, photo!.pa_key);
    photo!.order_num = makeRoom(tx, photos, isBeside, photo!.order_num);
  },
  getPicture: pictureOfPhotos,
};

export const albumKinds = { album, photo };

/**
 * Frees a number of an ordered list: what has it, and all after that, move on by one.
 * @returns the number; a smaller one if the list has become so short that there would be a hole
 */
function makeRoom(
  tx: Tx,
  table: typeof albums | typeof photos,
  where: SQL | undefined,
  wanted: number,
): number {
  const orders = tx
    .select({ order: table.order_num })
    .from(table)
    .where(where)
    .all()
    .map(({ order }) => order);
  if (!orders.includes(wanted))
    return Math.min(wanted, Math.max(0, ...orders) + 1);
  tx.update(table)
    .set({ order_num: sql`${table.order_num} + 1` })
    .where(and(where, sql`${table.order_num} >= ${wanted}`))
    .run();
  return wanted;
}
