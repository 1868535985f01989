import path from "node:path";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { write } from "#db/write.server.ts";
import { albums, oldMoves, photos, rocks, trash } from "#db/schema.ts";
import { log } from "#core/log.server.ts";
import {
  parseRows,
  isInTrash,
  type Thing,
  type TrashedRows,
} from "./discard.server.ts";
import { getFile, hasFolder, isThere } from "./disk.server.ts";
import { isStoreHere } from "./identity.server.ts";
import {
  albumFolder,
  catalogueFolder,
  deriveTaskForFind,
  deriveTaskForPhoto,
  filesOf,
  findFolder,
  OLD_TRASH,
} from "./paths.ts";
import { isOriginal } from "./parse-paths.ts";
import { listFolders, walk } from "./scan.server.ts";
import { moveInto, removeIfEmpty } from "./write.server.ts";

/**
 * Earlier versions moved files into the trash, and with a find's number. They go back once. `old_moves` says what is
 * still to be moved, so a kill loses nothing.
 */

export async function settleOldFiles() {
  const db = getDb();
  const old = db
    .select()
    .from(trash)
    .where(isNull(trash.files))
    // Albums and finds first, because their photos and images follow them.
    .orderBy(asc(sql`kind IN ('photo', 'find-image')`), asc(trash.trash_key))
    .all();
  for (const thing of old) write((tx) => planReturn(tx, thing));
  for (const { path: from, to } of listMoves()) {
    try {
      await moveAny(from, to);
    } catch (error) {
      // It holds up no other, and is tried again at the next sweep.
      log.error("a file could not be moved to its place", { from, to, error });
      continue;
    }
    // If the store has gone away, nothing was found, so nothing has been moved.
    if (!isStoreHere()) return;
    db.delete(oldMoves).where(eq(oldMoves.path, from)).run();
  }
  if (old.length > 0)
    log.info("what is in the trash is back at its places", {
      things: old.length,
    });
  await removeEmptyFolders(OLD_TRASH);
}

/** A photo whose file has a new name goes before the rest of its folder. */
const listMoves = () =>
  getDb()
    .select()
    .from(oldMoves)
    .orderBy(sql`length(path) DESC`)
    .all();

/** Notes where a thing's files belong. A place that something else has by now gets another name. */
function planReturn(tx: Tx, thing: Thing) {
  const rows = parseRows(thing);
  const files = findPlace[thing.kind](tx, thing, rows);
  tx.update(trash)
    .set({ files: JSON.stringify(files), rows: JSON.stringify(rows) })
    .where(eq(trash.trash_key, thing.trash_key))
    .run();
}

type FindPlace = (tx: Tx, thing: Thing, rows: TrashedRows) => string[];

const findPlace: Record<Thing["kind"], FindPlace> = {
  artist: () => [],
  find(tx, thing, { rock_posts: [find] = [] }) {
    const folder = findFolder(find!.rock_number, find!.uuid);
    return [move(tx, trashed(thing), folder)];
  },
  rock(tx, thing, { rocks: [rock] = [] }) {
    rock!.folder = firstFree(
      (nth) => catalogueFolder(rock!.rock_number, nth),
      (folder) =>
        isThere(folder) ||
        isInTrash(folder, tx) ||
        tx.select().from(rocks).where(eq(rocks.folder, folder)).get(),
    );
    return [move(tx, trashed(thing), rock!.folder)];
  },
  album(tx, thing, rows) {
    const [album] = rows.albums!;
    const { name } = album!;
    album!.name = firstFree(
      (nth) => (nth > 1 ? `${name.slice(0, 56)}${nth}` : name),
      (name) =>
        isThere(albumFolder(name)) ||
        isInTrash(albumFolder(name), tx) ||
        tx.select().from(albums).where(eq(albums.name, name)).get(),
    );
    for (const used of rows.used_photo_names ?? []) used.album = album!.name;
    return [move(tx, trashed(thing), albumFolder(album!.name))];
  },
  "find-image"(tx, thing, { rock_post_images: [image] = [] }) {
    const folder = folderOfParent(tx, thing, "find");
    if (folder === undefined) return [trashed(thing)];
    move(tx, trashed(thing), folder);
    return filesOf(deriveTaskForFind(folder, image!));
  },
  photo(tx, thing, { photos: [photo] = [] }) {
    const folder = folderOfParent(tx, thing, "album");
    if (folder === undefined) return [trashed(thing)];
    const { ext, name: stem } = path.parse(photo!.original_file);
    const file = firstFree(
      (nth) => `${stem}${nth > 1 ? `-${nth}` : ""}${ext}`,
      (file) =>
        isThere(`${folder}/${file}`) || hasPhoto(tx, photo!.pa_key, file),
    );
    move(tx, `${trashed(thing)}/${photo!.original_file}`, `${folder}/${file}`);
    move(tx, trashed(thing), folder);
    photo!.original_file = file;
    const { name } = photo!;
    const album = path.posix.basename(folder);
    return filesOf(deriveTaskForPhoto(album, { original_file: file, name }));
  },
};

const hasPhoto = (tx: Tx, album: number, file: string) =>
  tx
    .select()
    .from(photos)
    .where(and(eq(photos.pa_key, album), eq(photos.original_file, file)))
    .get();

const trashed = ({ trash_key }: Thing) => `${OLD_TRASH}/${trash_key}`;

function move(tx: Tx, from: string, to: string) {
  tx.insert(oldMoves).values({ path: from, to }).run();
  return to;
}

function firstFree(
  name: (nth: number) => string,
  isTaken: (name: string) => unknown,
) {
  for (let nth = 1; ; nth++) if (!isTaken(name(nth))) return name(nth);
}

/** The folder of an image's find or a photo's album, which may be in the trash too; undefined if it is gone. */
function folderOfParent(tx: Tx, { parent_key }: Thing, kind: "find" | "album") {
  const living =
    kind === "find"
      ? sql`SELECT folder FROM rock_posts WHERE rps_key = ${parent_key}`
      : sql`SELECT 'albums/' || name AS folder FROM albums WHERE pa_key = ${parent_key}`;
  return tx.get<{ folder: string } | undefined>(sql`
    ${living} UNION ALL
    SELECT files ->> '$[0]' FROM trash WHERE kind = ${kind} AND key = ${parent_key}`)
    ?.folder;
}

/** Moves a file, or a folder into another that may exist, if it is there. Replaces no original by another one. */
async function moveAny(from: string, to: string) {
  if (await getFile(from)) return moveFile(from, to);
  if (!(await hasFolder(from))) return;
  if (!(await hasFolder(to))) return moveInto([{ from, to }]);
  for await (const file of walk(from))
    await moveFile(file, to + file.slice(from.length));
  await removeEmptyFolders(from);
}

async function moveFile(from: string, to: string) {
  if (isOriginal(to) && (await getFile(to)))
    throw new Error(`there are two originals, ${from} and ${to}`);
  await moveInto([{ from, to }]);
}

async function removeEmptyFolders(folder: string) {
  if (await hasFolder(folder))
    for (const inside of await listFolders(folder)) await removeIfEmpty(inside);
}
