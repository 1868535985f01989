import { asc, eq, sql } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { albums, photos, usedPhotoNames } from "#db/schema.ts";
import { addAlbumRow } from "./admin-albums.server.ts";
import { type Picture, catalogue } from "../jobs/catalogue.ts";
import {
  albumFolder,
  derivativeSets,
  originalOfPhoto,
} from "../store/paths.ts";
import { isAlbumOriginal, isAlbumPicture } from "../store/parse-paths.ts";
import { listTrashedFiles } from "../store/discard.server.ts";
import { isLeaving } from "../store/removals.server.ts";
import { isThere } from "../store/disk.server.ts";
import {
  listAlbumFiles,
  type LeftOut,
  type StoredFile,
} from "../store/scan.server.ts";
import { formatCount } from "#core/words.ts";
import { recordParts } from "../jobs/parts.server.ts";
import type { JobKind } from "../jobs/ledger.server.ts";

/**
 * Brings albums and photos in line with the folders. Leaves alone what was deleted or came after they were read.
 * @returns the pictures whose derivatives have to be made, and the files that were passed over
 */
export function applyAlbumFiles(
  tx: Tx,
  found: { name: string; files: StoredFile[] }[],
) {
  const pictures: Picture[] = [];
  const leftOut = listTrashed(tx);
  const stays = staysIn(tx);
  for (const { name, files } of found) {
    const album = tx.select().from(albums).where(eq(albums.name, name)).get();
    if (!album && !isNewAlbum(name, files, stays)) continue;
    const key = album?.pa_key ?? addAlbumRow(tx, { name });
    pictures.push(...syncPhotos(tx, { name, key }, files, stays));
  }
  const names = new Set(found.map(({ name }) => name));
  for (const { name, pa_key } of tx.select().from(albums).all())
    if (!names.has(name))
      pictures.push(...syncPhotos(tx, { name, key: pa_key }, [], stays));
  return { pictures, leftOut };
}

const listTrashed = (tx: Tx): LeftOut[] =>
  tx
    .all<{ path: string }>(
      sql`SELECT files ->> '$[0]' AS path FROM trash WHERE kind IN ('album', 'photo')`,
    )
    .filter(({ path }) => path && isThere(path))
    .map(({ path }) => ({
      path: path.slice("albums/".length) + (isAlbumOriginal(path) ? "" : "/"),
      why: "in the trash",
    }));

type Stays = (path: string) => boolean;

/** Tells whether a path of the store is there now, not in the trash and not about to be removed. */
function staysIn(tx: Tx): Stays {
  const isTrashed = listTrashedFiles(tx);
  return (path) => isThere(path) && !isTrashed(path) && !isLeaving(path, tx);
}

/** A folder that holds nothing but derivatives is left over from a deleted album. */
const isNewAlbum = (name: string, files: StoredFile[], stays: Stays) =>
  stays(albumFolder(name)) &&
  (files.some(({ file }) => stays(originalOfPhoto(name, file))) ||
    !derivativeSets.photo.some((kind) =>
      stays(`${albumFolder(name)}/${kind}`),
    ));

function syncPhotos(
  tx: Tx,
  album: { name: string; key: number },
  files: StoredFile[],
  stays: Stays,
): Picture[] {
  const isFileThere = (file: string) =>
    stays(originalOfPhoto(album.name, file));
  const known = tx
    .select()
    .from(photos)
    .where(eq(photos.pa_key, album.key))
    .orderBy(asc(photos.order_num))
    .all();
  const byFile = new Map(known.map((photo) => [photo.original_file, photo]));
  const taken = new Set(
    tx
      .select({ name: usedPhotoNames.name })
      .from(usedPhotoNames)
      .where(eq(usedPhotoNames.album, album.name))
      .all()
      .map(({ name }) => name),
  );
  let order = known.at(-1)?.order_num ?? 0;
  const pictures: Picture[] = [];
  for (const { file, bytes, mtime_ms } of files) {
    const photo = byFile.get(file);
    byFile.delete(file);
    if (!photo) {
      if (!isFileThere(file)) continue;
      const name = freeName(file, taken);
      const row = tx
        .insert(photos)
        .values({
          pa_key: album.key,
          original_file: file,
          name,
          order_num: ++order,
        })
        .returning()
        .get();
      pictures.push({ of: "photo", key: row.p_key });
      continue;
    }
    // Size and time are written with the derivatives, so the next sync finishes what an interrupted job left.
    const isChanged = photo.bytes !== bytes || photo.mtime_ms !== mtime_ms;
    if (!photo.missing && !isChanged) continue;
    tx.update(photos)
      .set({ missing: false, ...(isChanged && { sha256: null }) })
      .where(eq(photos.p_key, photo.p_key))
      .run();
    pictures.push({ of: "photo", key: photo.p_key });
  }
  for (const { p_key, original_file } of byFile.values()) {
    if (isAlbumPicture(original_file) && isFileThere(original_file)) continue;
    tx.update(photos)
      .set({ missing: true })
      .where(eq(photos.p_key, p_key))
      .run();
  }
  return pictures;
}

/** `sea.jpg` becomes `sea.webp`, and a `sea.png` beside it `sea-png.webp`. A deleted photo's name stays taken. */
function freeName(file: string, taken: Set<string>) {
  const [, stem = file, ending = ""] = /^(.*)\.([^.]*)$/.exec(file) ?? [];
  let name = `${stem}.webp`;
  for (let n = 1; taken.has(name); n++)
    name = `${stem}-${ending.toLowerCase()}${n > 1 ? n : ""}.webp`;
  taken.add(name);
  return name;
}

export const syncAlbums: JobKind<"sync-albums"> = {
  ...catalogue["sync-albums"],
  getData: () => undefined,
  async settle({ row }) {
    const { albums, leftOut } = await listAlbumFiles();
    return {
      apply(tx) {
        const applied = applyAlbumFiles(tx, albums);
        const note = describeLeftOut([...leftOut, ...applied.leftOut]);
        recordParts(tx, row.job_id, applied.pictures, note);
      },
    };
  },
};

const NAMES_MAX = 3;

/** "Left out: 'sea/a.mov', 'sea/b.mov', 'sea/c.mov' and 12 more (films can't be shown), 'Old/' (its name)" */
export function describeLeftOut(leftOut: LeftOut[]) {
  const reasons = [...new Set(leftOut.map(({ why }) => why))].map((reason) => {
    const group = leftOut.filter(({ why }) => why === reason);
    const names = group.slice(0, NAMES_MAX).map(nameOf).join(", ");
    const more = group.length - NAMES_MAX;
    const others = more > 0 ? ` and ${formatCount(more)} more` : "";
    return `${names}${others} (${reason})`;
  });
  return reasons.length > 0 ? `Left out: ${reasons.join(", ")}` : "";
}

/** A path in quotes, with invisible characters escaped. */
const nameOf = ({ path }: LeftOut) =>
  `'${path.replace(
    /\p{C}/gu,
    (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`,
  )}'`;
