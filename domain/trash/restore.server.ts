import { and, eq, lte, or, sql, type SQL } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { albums, photos, rockPosts, rocks, trash, users } from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import { DomainError } from "../core/errors.ts";
import { tryMove, withFindLock } from "../finds/admin/move-find.server.ts";
import { refreshRocks } from "../finds/pins.server.ts";
import { recordHistory } from "../history/history.server.ts";
import { startDueJobs } from "../jobs/ledger.server.ts";
import {
  albumFolder,
  catalogueFolder,
  deriveTaskForFind,
  deriveTaskForPhoto,
  findFolder,
  trashedFilesOf,
  type TrashedFile,
} from "../store/paths.ts";
import { removeScheduled } from "../store/removals.server.ts";
import {
  bringBack,
  tidyTrash,
  withTrashLock,
} from "../store/trash-moves.server.ts";
import type { Restored } from "./answers.ts";
import { deriveAgain } from "./derive-again.server.ts";
import { purge } from "./discard.server.ts";
import { parseRows, requireTrashed } from "./read-trash.server.ts";
import { restoreLinks } from "./rock-artists.server.ts";
import { insertRows, type TrashedRows } from "./rows.server.ts";
import type { TrashKind } from "./schemas.ts";

/** Brings things back from the trash as they were, or removes them for good. */

/** How the things of one kind come back. */
interface Kind {
  /**
   * Where the files belong.
   * @throws {DomainError} conflict with what has to be done first
   */
  prepare(tx: Tx, rows: TrashedRows): TrashedFile[];
  /** Changes rows to fit in with those that are there, before they are inserted. */
  fitIn?(tx: Tx, rows: TrashedRows): void;
  /** Brings up to date what depends on the rows, once they are inserted. */
  afterwards?(tx: Tx, rows: TrashedRows): void;
}

const conflict = (message: string) => new DomainError("conflict", message);

const whole = (path: string): TrashedFile[] => [{ path, part: "" }];

const find: Kind = {
  prepare(tx, { rock_posts: [find] = [] }) {
    const { rock_number, uuid, submission_id } = find!;
    const again =
      submission_id &&
      tx
        .select()
        .from(rockPosts)
        .where(eq(rockPosts.submission_id, submission_id))
        .get();
    if (again)
      throw conflict(
        "The same find is there again, because it was sent once more. Delete that one first, then restore this one.",
      );
    return whole(findFolder(rock_number, uuid));
  },
  // A folder that was on its way to another rock number comes back to where it belongs.
  fitIn: (_tx, { rock_posts: [find] = [] }) => void (find!.moving_from = null),
  afterwards(tx, { rock_posts: [find] = [] }) {
    const { rps_key, rock_number } = find!;
    refreshRocks(tx, [rock_number]);
    recordHistory(tx, { rps_key: rps_key!, by: "admin", what: "restored" });
  },
};

const findImage: Kind = {
  prepare(tx, { rock_post_images: [image] = [] }) {
    const find = tx
      .select()
      .from(rockPosts)
      .where(eq(rockPosts.rps_key, image!.rps_key))
      .get();
    if (!find)
      throw conflict(
        "Its find is in the trash too. Restore the find first, then this image.",
      );
    const { rock_number, uuid, moving_from } = find;
    if (moving_from !== null)
      throw new DomainError(
        "unavailable",
        "The photographs of its find are being moved. Please try again later.",
        { retryAfter: 30 },
      );
    return trashedFilesOf(
      findFolder(rock_number, uuid),
      deriveTaskForFind(rock_number, uuid, image!),
    );
  },
  afterwards(tx, { rock_post_images: [image] = [] }) {
    const { rps_key, original_name } = image!;
    recordHistory(tx, {
      rps_key,
      by: "admin",
      what: "image-restored",
      changes: { image: [null, original_name] },
    });
  },
};

const rock: Kind = {
  prepare(tx, { rocks: [rock] = [] }) {
    const { rock_number } = rock!;
    if (tx.select().from(rocks).where(eq(rocks.rock_number, rock_number)).get())
      throw conflict(
        `Another rock has the number ${rock_number} now. Delete that one first, then restore this one.`,
      );
    return whole(catalogueFolder(rock_number));
  },
  afterwards(tx, { rocks: [rock] = [] }) {
    restoreLinks(tx);
    refreshRocks(tx, [rock!.rock_number]);
  },
};

const artist: Kind = {
  prepare(tx, { users: [user] = [] }) {
    const { display_name } = user!;
    const isTaken = tx
      .select()
      .from(users)
      .where(sql`${users.display_name} = ${display_name} COLLATE NOCASE`)
      .get();
    if (isTaken)
      throw conflict(
        `Another user is called ${display_name} now. Rename that one first, then restore this one.`,
      );
    return [];
  },
  afterwards: restoreLinks,
};

const album: Kind = {
  prepare(tx, { albums: [album] = [] }) {
    const { name } = album!;
    if (tx.select().from(albums).where(eq(albums.name, name)).get())
      throw conflict(
        `Another album is named ${name} now. Delete that one first, then restore this one.`,
      );
    return whole(albumFolder(name));
  },
  fitIn(tx, { albums: [album] = [] }) {
    album!.order_num = makeRoom(tx, albums, undefined, album!.order_num);
  },
};

const photo: Kind = {
  prepare(tx, { photos: [photo] = [] }) {
    const { pa_key, original_file, name } = photo!;
    const album = tx
      .select()
      .from(albums)
      .where(eq(albums.pa_key, pa_key))
      .get();
    if (!album)
      throw conflict(
        "Its album is in the trash too. Restore the album first, then this photo.",
      );
    const isSame = or(
      eq(photos.original_file, original_file),
      eq(photos.name, name),
    );
    if (
      tx
        .select()
        .from(photos)
        .where(and(eq(photos.pa_key, pa_key), isSame))
        .get()
    )
      throw conflict(
        `Its album has another photo of the file ${original_file} now. Delete that one first, then restore this one.`,
      );
    return trashedFilesOf(
      albumFolder(album.name),
      deriveTaskForPhoto(album.name, { original_file, name }),
    );
  },
  fitIn(tx, { photos: [photo] = [] }) {
    const isBeside = eq(photos.pa_key, photo!.pa_key);
    photo!.order_num = makeRoom(tx, photos, isBeside, photo!.order_num);
  },
};

const kinds: Record<TrashKind, Kind> = {
  find,
  "find-image": findImage,
  rock,
  artist,
  album,
  photo,
};

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

/**
 * Brings a thing back from the trash as it was.
 * @throws {DomainError} not_found; conflict with what has to be done first; unavailable
 */
export async function restore(trashKey: number): Promise<Restored> {
  const { kind, key, parent_key, ...row } = requireTrashed(trashKey);
  const { prepare, fitIn, afterwards } = kinds[kind];
  const rows = parseRows(row);
  const bringItBack = () =>
    bringBack(
      trashKey,
      (tx) => {
        requireTrashed(trashKey, tx);
        return prepare(tx, rows);
      },
      (tx) => {
        fitIn?.(tx, rows);
        insertRows(tx, rows);
        afterwards?.(tx, rows);
        deriveAgain(tx, rows);
        tx.delete(trash).where(eq(trash.trash_key, trashKey)).run();
      },
    );
  if (kind === "find") await withFindLock(key, bringItBack);
  else if (kind === "find-image")
    await withFindLock(parent_key!, async () => {
      await tryMove(parent_key!);
      await bringItBack();
    });
  else await bringItBack();
  startDueJobs();
  return { kind, key };
}

/** Removes a thing from the trash for good. @throws {DomainError} not_found, unavailable */
export async function deleteForGood(trashKey: number) {
  await withTrashLock(() =>
    Promise.resolve(
      write((tx) => {
        requireTrashed(trashKey, tx);
        purge(tx, eq(trash.trash_key, trashKey));
      }),
    ),
  );
  await removeScheduled();
}

/** Removes what has been in the trash for `TRASH_DAYS`. */
export async function sweepTrash() {
  const now = new Date().toISOString();
  await withTrashLock(() =>
    Promise.resolve(write((tx) => purge(tx, lte(trash.expires_dt, now)))),
  );
  await removeScheduled();
  await tidyTrash();
}
