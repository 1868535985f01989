import { plural } from "#core/words.ts";
import { eq, max, sql, type SQL, and } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { write } from "#db/write.server.ts";
import { albums, photos, usedPhotoNames, trash } from "#db/schema.ts";
import { DomainError } from "#core/errors.ts";
import {
  albumFolder,
  derivativeOfPhoto,
  deriveTaskForPhoto,
} from "../store/paths.ts";
import { makeFolder } from "../store/write.server.ts";
import {
  renumber,
  requireFresh,
  swap,
  type IsCurrent,
} from "../lists/order.server.ts";
import {
  leavingFiles,
  requireRemoved,
  writeAndRemove,
} from "../store/removals.server.ts";
import {
  discard,
  isInTrash,
  conflict,
  purge,
  type KindOfTrash,
  readRows,
  type TrashedRows,
} from "../store/discard.server.ts";
import type { AdminAlbum, Album } from "./answers.ts";
import type { AlbumChange, AlbumSwap, NewAlbum } from "./schemas.ts";
import { requireStore } from "../store/identity.server.ts";
import { versionOf } from "#core/hash.server.ts";

function readAlbums(where: SQL): AdminAlbum[] {
  const rows = getDb().all<Album>(sql`
    SELECT pa_key, name, display_name, "desc", show, order_num,
           (SELECT count(*) FROM photos p WHERE p.pa_key = a.pa_key) AS count,
           (SELECT p.name FROM photos p WHERE p.pa_key = a.pa_key AND p.ready
             ORDER BY p.order_num, p.p_key LIMIT 1) AS first_image_name
      FROM albums a WHERE ${where} ORDER BY order_num, pa_key`);
  return rows.map((row) => {
    const album = { ...row, show: Boolean(row.show) };
    const { display_name, desc, show } = album;
    return { ...album, version: versionOf([display_name, desc, show]) };
  });
}

export const listAdminAlbums = () => readAlbums(sql`true`);

const notFound = () => new DomainError("not_found", "There is no such album.");

export function requireAlbum(paKey: number): AdminAlbum {
  const [album] = readAlbums(sql`pa_key = ${paKey}`);
  if (!album) throw notFound();
  return album;
}

export function requireAlbumNamed(
  name: string,
  db: Pick<Tx, "select"> = getDb(),
) {
  const row = db.select().from(albums).where(eq(albums.name, name)).get();
  if (!row) throw notFound();
  return row;
}

export async function addAlbum(album: NewAlbum) {
  const { name } = album;
  await requireRemoved(albumFolder(name));
  const paKey = write((tx) => {
    if (isInTrash(albumFolder(name), tx)) throw inTrash(name);
    if (tx.select().from(albums).where(eq(albums.name, name)).get())
      throw new DomainError(
        "conflict",
        `There is an album named ${name} already.`,
        { fields: { name: "That name is taken." } },
      );
    return addAlbumRow(tx, album);
  });
  return requireAlbum(paKey);
}

const inTrash = (name: string) =>
  new DomainError(
    "conflict",
    `There is an album named ${name} in the trash. Restore it, or delete it there for good.`,
    { fields: { name: "That name is in the trash." } },
  );

/** Inserts an album as the last in order. @returns its key */
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

/** For an operator to copy pictures into. */
export async function initAlbumFolder(name: string) {
  requireAlbumNamed(name);
  requireStore();
  await makeFolder(albumFolder(name));
}

export function changeAlbum(
  paKey: number,
  change: AlbumChange,
  isCurrent: IsCurrent<AdminAlbum>,
): AdminAlbum {
  write((tx) => {
    const album = requireAlbum(paKey);
    requireFresh(isCurrent(album), "This album was");
    setAlbum(tx, paKey, { order_num: album.order_num, ...change });
  });
  return requireAlbum(paKey);
}

const setAlbum = (
  tx: Tx,
  paKey: number,
  values: Partial<typeof albums.$inferInsert>,
) => void tx.update(albums).set(values).where(eq(albums.pa_key, paKey)).run();

/** Shows or hides an album; flips it when `show` is undefined. */
export const showAlbum = (paKey: number, show = !requireAlbum(paKey).show) =>
  changeAlbum(paKey, { show }, () => true);

/** @returns its key in the trash; undefined if nothing is kept there */
export const deleteAlbum = (paKey: number) =>
  writeAndRemove((tx) => {
    const { name, display_name, count } = requireAlbum(paKey);
    const where = eq(albums.pa_key, paKey);
    const trashKey = discard(tx, albumKinds, {
      kind: "album",
      key: paKey,
      label: display_name || name,
      detail: describePhotos(count),
      rows: {
        albums: readRows(tx, "albums", where),
        photos: readRows(tx, "photos", eq(photos.pa_key, paKey)),
        used_photo_names: readRows(
          tx,
          "used_photo_names",
          eq(usedPhotoNames.album, name),
        ),
      },
      files: [albumFolder(name)],
    });
    tx.delete(albums).where(where).run();
    return trashKey;
  });

const describePhotos = (count: number) =>
  count === 0
    ? "no photos"
    : plural(
        count,
        "1 photo with its description",
        `${count} photos, their order and descriptions`,
      );

export function swapAlbums({ a_key, a_order, b_key, b_order }: AlbumSwap) {
  const [a, b] = [
    { key: a_key, order: a_order },
    { key: b_key, order: b_order },
  ] as const;
  write((tx) => swap("An album", a, b, numbersOf(tx)));
  return listAdminAlbums();
}

export function reorderAlbums(order?: number[]) {
  write((tx) => {
    const current = listAdminAlbums().map(({ pa_key }) => pa_key);
    renumber(current, order, numbersOf(tx));
  });
  return listAdminAlbums();
}

const numbersOf = (tx: Tx) => ({
  get: (key: number) => requireAlbum(key).order_num,
  set: (key: number, order_num: number) => setAlbum(tx, key, { order_num }),
});

/** @param place of the album's folder, or of a photo's original in it */
function pictureOfPhotos({ photos = [] }: TrashedRows, place: string) {
  const [photo] = photos
    .filter(({ ready }) => ready)
    .sort((a, b) => a.order_num - b.order_num);
  return photo && derivativeOfPhoto(albumAt(place), "webp300x300", photo.name);
}

const albumAt = (place: string) => place.split("/")[1]!;

const listFiles = ({ photos = [] }: TrashedRows, place: string) =>
  photos.flatMap((photo) =>
    leavingFiles(deriveTaskForPhoto(albumAt(place), photo), photo),
  );

const album: KindOfTrash = {
  before(tx, { albums: [album] = [] }) {
    album!.order_num = makeRoom(tx, albums, undefined, album!.order_num);
  },
  getPicture: pictureOfPhotos,
  listFiles,
  forget(tx, key) {
    const isPhoto = and(eq(trash.kind, "photo"), eq(trash.parent_key, key));
    purge(tx, albumKinds, isPhoto);
  },
};

const photo: KindOfTrash = {
  before(tx, { photos: [photo] = [] }) {
    const { pa_key } = photo!;
    if (!tx.select().from(albums).where(eq(albums.pa_key, pa_key)).get())
      throw conflict(
        "Its album is in the trash too. Restore the album first, then this photo.",
      );
    const isBeside = eq(photos.pa_key, pa_key);
    photo!.order_num = makeRoom(tx, photos, isBeside, photo!.order_num);
  },
  getPicture: pictureOfPhotos,
  listFiles,
};

export const albumKinds = { album, photo };

/** Frees a number of an ordered list by moving the rest on. @returns it, or a smaller one that leaves no hole */
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
