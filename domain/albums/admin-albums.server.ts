import { eq, max } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { write } from "#db/write.server.ts";
import { albums } from "#db/schema.ts";
import { findAlbum, listAlbums } from "./albums.server.ts";
import { DomainError } from "../core/errors.ts";
import { albumFolder } from "../store/paths.ts";
import { makeFolder } from "../store/write.server.ts";
import { requireFreshSwap, requireWholeOrder } from "../lists/order.server.ts";
import {
  removeScheduled,
  requireRemoved,
  scheduleRemoval,
} from "../store/removals.server.ts";
import type { AdminAlbum, Album } from "./answers.ts";
import type { AlbumChange, AlbumSwap, NewAlbum } from "./schemas.ts";
import { requireStore } from "../store/identity.server.ts";
import { versionOf } from "../core/version.server.ts";

/** The admin's side of albums: every one, hidden or shown, and all that may be changed of it. */

const asAdminAlbum = (album: Album): AdminAlbum => ({
  ...album,
  version: versionOf([album.display_name, album.desc, album.show]),
});

/** By their order. */
export const listAdminAlbums = () =>
  listAlbums({ all: true }).map(asAdminAlbum);

const notFound = () => new DomainError("not_found", "There is no such album.");

/** @throws {DomainError} not_found */
export function requireAlbum(paKey: number): AdminAlbum {
  const album = findAlbum(paKey, { all: true });
  if (!album) throw notFound();
  return asAdminAlbum(album);
}

/** @throws {DomainError} not_found */
export function requireAlbumNamed(
  name: string,
  db: Pick<Tx, "select"> = getDb(),
) {
  const row = db.select().from(albums).where(eq(albums.name, name)).get();
  if (!row) throw notFound();
  return row;
}

/** What a change says; what it leaves out stays as it is. */
export const fieldsOf = ({ display_name, desc, show }: AlbumChange) => ({
  display_name: display_name ?? undefined,
  desc: desc ?? undefined,
  show,
});

/**
 * Adds an album at the end, hidden where nothing else is said.
 * @throws {DomainError} conflict where the name is taken
 */
export async function addAlbum({ name, ...fields }: NewAlbum) {
  await requireRemoved(albumFolder(name));
  const paKey = write((tx) => {
    if (tx.select().from(albums).where(eq(albums.name, name)).get())
      throw new DomainError(
        "conflict",
        `There is an album named ${name} already.`,
        { fields: { name: "That name is taken." } },
      );
    return addAlbumRow(tx, { name, ...fieldsOf(fields) });
  });
  return requireAlbum(paKey);
}

/** Writes the row of a new album, the last in order; gives its key. */
export function addAlbumRow(
  tx: Tx,
  album: Pick<
    typeof albums.$inferInsert,
    "name" | "display_name" | "desc" | "show"
  >,
) {
  const last = tx
    .select({ order: max(albums.order_num) })
    .from(albums)
    .get();
  return tx
    .insert(albums)
    .values({ ...album, order_num: (last?.order ?? 0) + 1 })
    .returning()
    .get().pa_key;
}

/**
 * Makes an album's folder, for an operator to copy pictures into.
 * @throws {DomainError} not_found
 */
export async function initAlbumFolder(name: string) {
  requireAlbumNamed(name);
  requireStore();
  await makeFolder(albumFolder(name));
}

/**
 * @param isCurrent asked within the transaction; false refuses the change as stale
 * @throws {DomainError} not_found, conflict
 */
export function changeAlbum(
  paKey: number,
  change: AlbumChange,
  isCurrent: (album: AdminAlbum) => boolean,
): AdminAlbum {
  write((tx) => {
    const album = requireAlbum(paKey);
    if (!isCurrent(album))
      throw new DomainError(
        "conflict",
        "This album was changed by someone else meanwhile.",
      );
    tx.update(albums)
      .set({ order_num: album.order_num, ...fieldsOf(change) })
      .where(eq(albums.pa_key, paKey))
      .run();
  });
  return requireAlbum(paKey);
}

/**
 * Shows or hides an album; flips it where `show` is undefined. Gives what it is now.
 * @throws {DomainError} not_found
 */
export function showAlbum(paKey: number, show?: boolean): boolean {
  return write((tx) => {
    const album = requireAlbum(paKey);
    const wanted = show ?? !album.show;
    tx.update(albums)
      .set({ show: wanted })
      .where(eq(albums.pa_key, paKey))
      .run();
    return wanted;
  });
}

/**
 * Deletes an album with its photos, rows and files.
 * @throws {DomainError} not_found
 */
export async function deleteAlbum(paKey: number) {
  write((tx) => {
    const { name } = requireAlbum(paKey);
    tx.delete(albums).where(eq(albums.pa_key, paKey)).run();
    scheduleRemoval(tx, [albumFolder(name)]);
  });
  await removeScheduled();
}

/**
 * Has two albums change places.
 * @throws {DomainError} bad_input, not_found; conflict where the order is not the one that was sent
 */
export function swapAlbums({ a_key, a_order, b_key, b_order }: AlbumSwap) {
  if (a_key === b_key)
    throw new DomainError(
      "bad_input",
      "An album can't change places with itself.",
    );
  write((tx) => {
    const a = requireAlbum(a_key).order_num;
    const b = requireAlbum(b_key).order_num;
    requireFreshSwap({ order: a, sent: a_order }, { order: b, sent: b_order });
    setPlace(tx, a_key, b);
    setPlace(tx, b_key, a);
  });
  return listAdminAlbums();
}

/**
 * Numbers the albums 1, 2, 3 …
 * @param order all keys as they shall stand; undefined leaves them as they do
 * @throws {DomainError} conflict where it does not name all albums
 */
export function reorderAlbums(order?: number[]) {
  write((tx) => {
    const current = listAdminAlbums().map(({ pa_key }) => pa_key);
    requireWholeOrder(current, order).forEach((key, place) =>
      setPlace(tx, key, place + 1),
    );
  });
  return listAdminAlbums();
}

const setPlace = (tx: Tx, paKey: number, order_num: number) =>
  tx.update(albums).set({ order_num }).where(eq(albums.pa_key, paKey)).run();
