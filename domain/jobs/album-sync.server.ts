import { asc, eq, max } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { albums, photos } from "#db/schema.ts";
import type { StoredFile } from "../job-catalogue.ts";
import { RESERVED_ALBUM_NAMES } from "../schemas.ts";
import type { Picture } from "./pictures.server.ts";

/**
 * Brings albums and photos in line with what stands in the albums' folders: new folders become hidden
 * albums, new files photos, changed files are to be derived again, missing ones hide their photo.
 * @returns the pictures whose derivatives are to be made
 */
export function applyAlbumFiles(
  tx: Tx,
  found: { name: string; files: StoredFile[] }[],
): Picture[] {
  const pictures: Picture[] = [];
  for (const { name, files } of found) {
    if (RESERVED_ALBUM_NAMES.includes(name)) continue;
    const album =
      tx.select().from(albums).where(eq(albums.name, name)).get() ??
      addAlbum(tx, name);
    pictures.push(...syncPhotos(tx, album.pa_key, files));
  }
  const names = new Set(found.map(({ name }) => name));
  for (const album of tx.select().from(albums).all())
    if (!names.has(album.name))
      pictures.push(...syncPhotos(tx, album.pa_key, []));
  return pictures;
}

function addAlbum(tx: Tx, name: string) {
  const last = tx
    .select({ order: max(albums.order_num) })
    .from(albums)
    .get();
  return tx
    .insert(albums)
    .values({ name, order_num: (last?.order ?? 0) + 1 })
    .returning()
    .get();
}

function syncPhotos(tx: Tx, paKey: number, files: StoredFile[]): Picture[] {
  const known = tx
    .select()
    .from(photos)
    .where(eq(photos.pa_key, paKey))
    .orderBy(asc(photos.order_num))
    .all();
  const byFile = new Map(known.map((photo) => [photo.original_file, photo]));
  const taken = new Set(known.map((photo) => photo.name));
  let order = known.at(-1)?.order_num ?? 0;
  const pictures: Picture[] = [];
  for (const { file, bytes, mtime_ms } of files) {
    const photo = byFile.get(file);
    byFile.delete(file);
    if (!photo) {
      const name = freeName(file, taken);
      const row = tx
        .insert(photos)
        .values({
          pa_key: paKey,
          original_file: file,
          name,
          order_num: ++order,
        })
        .returning()
        .get();
      pictures.push({ of: "photo", key: row.p_key });
    } else if (
      photo.missing ||
      photo.bytes !== bytes ||
      photo.mtime_ms !== mtime_ms
    ) {
      // Size and time are written with the derivatives: a job that ends before is made good by the next.
      tx.update(photos)
        .set({ missing: false })
        .where(eq(photos.p_key, photo.p_key))
        .run();
      pictures.push({ of: "photo", key: photo.p_key });
    }
  }
  for (const { p_key } of byFile.values())
    tx.update(photos)
      .set({ missing: true })
      .where(eq(photos.p_key, p_key))
      .run();
  return pictures;
}

/** `sea.jpg` is served as `sea.webp`; a `sea.png` beside it as `sea-png.webp`. */
function freeName(file: string, taken: Set<string>) {
  const [, stem = file, ending = ""] = /^(.*)\.([^.]*)$/.exec(file) ?? [];
  let name = `${stem}.webp`;
  for (let n = 1; taken.has(name); n++)
    name = `${stem}-${ending.toLowerCase()}${n > 1 ? n : ""}.webp`;
  taken.add(name);
  return name;
}
