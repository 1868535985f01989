import { and, eq, sql } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import {
  albums,
  photos,
  rockPostImages,
  rockPosts,
  rocks,
} from "#db/schema.ts";
import {
  getReplacedAtOnce,
  takePlace,
} from "../finds/admin/replacements.server.ts";
import {
  getSitePicture,
  getSitePictureByFile,
  updateSitePicture,
} from "../site/site-pictures.server.ts";
import { isThere } from "../store/disk.server.ts";
import { parseOriginal, type OriginalPlace } from "../store/parse-path.ts";
import {
  deriveTaskForFind,
  deriveTaskForPhoto,
  deriveTaskForRock,
  deriveTaskForSitePicture,
  deriveTaskForTallPicture,
  type DeriveTask,
} from "../store/paths.ts";
import type { DeriveResult, Picture } from "./catalogue.ts";

export type { Picture };

type Of = Picture["of"];
type KeyOf<O extends Of> = Extract<Picture, { of: O }>["key"];
type Reader = Pick<Tx, "select">;

/** What the site does with one kind of picture. */
interface PictureKind<O extends Of = Of> {
  /** The paths as of now; undefined when the picture has been deleted. */
  getTask(key: KeyOf<O>, db: Reader): DeriveTask | undefined;
  /** Notes what was made, and counts the picture as ready. */
  applyResult(tx: Tx, key: KeyOf<O>, result: DeriveResult): void;
  applyFailure(tx: Tx, key: KeyOf<O>, error: string): void;
  /** Whose original is at a place; undefined when it is nobody's. */
  getKey(place: Extract<OriginalPlace, { of: O }>): KeyOf<O> | undefined;
  isReady(key: KeyOf<O>): boolean;
}

const find: PictureKind<"find"> = {
  getTask(key, db) {
    const row = db
      .select({ image: rockPostImages, post: rockPosts })
      .from(rockPostImages)
      .innerJoin(rockPosts, eq(rockPosts.rps_key, rockPostImages.rps_key))
      .where(eq(rockPostImages.rpi_key, key))
      .get();
    if (!row) return undefined;
    const { image, post } = row;
    // An original of which nobody has seen the copy takes its place, under its public name.
    const { current_name } = getReplacedAtOnce(db, image) ?? image;
    return deriveTaskForFind(post.moving_from ?? post.rock_number, post.uuid, {
      ...image,
      current_name,
    });
  },
  applyResult(tx, key, { width, height, taken_dt, fingerprint }) {
    const image = tx
      .update(rockPostImages)
      .set({ ready: true, error: null, width, height, taken_dt, fingerprint })
      .where(eq(rockPostImages.rpi_key, key))
      .returning()
      .get();
    const replaced = image && getReplacedAtOnce(tx, image);
    if (replaced) takePlace(tx, image, replaced);
  },
  applyFailure(tx, key, error) {
    tx.update(rockPostImages)
      .set({ error })
      .where(eq(rockPostImages.rpi_key, key))
      .run();
  },
  getKey: ({ uuid, file }) =>
    getDb()
      .select({ key: rockPostImages.rpi_key })
      .from(rockPostImages)
      .innerJoin(rockPosts, eq(rockPosts.rps_key, rockPostImages.rps_key))
      .where(
        and(eq(rockPosts.uuid, uuid), eq(rockPostImages.original_file, file)),
      )
      .get()?.key,
  isReady: (key) =>
    getDb()
      .select({ ready: rockPostImages.ready })
      .from(rockPostImages)
      .where(eq(rockPostImages.rpi_key, key))
      .get()?.ready ?? false,
};

const catalogue: PictureKind<"catalogue"> = {
  getTask(key, db) {
    const rock = db.select().from(rocks).where(eq(rocks.rc_key, key)).get();
    return rock && deriveTaskForRock(rock);
  },
  applyResult(tx, key) {
    tx.update(rocks)
      .set({ ready: true, pin_ready: true, error: null })
      .where(eq(rocks.rc_key, key))
      .run();
  },
  applyFailure(tx, key, error) {
    tx.update(rocks).set({ error }).where(eq(rocks.rc_key, key)).run();
  },
  getKey: ({ rockNumber, file }) =>
    getDb()
      .select({ key: rocks.rc_key })
      .from(rocks)
      .where(
        and(eq(rocks.rock_number, rockNumber), eq(rocks.original_file, file)),
      )
      .get()?.key,
  isReady(key) {
    const rock = getDb()
      .select({ ready: rocks.ready, pin_ready: rocks.pin_ready })
      .from(rocks)
      .where(eq(rocks.rc_key, key))
      .get();
    return rock !== undefined && rock.ready && rock.pin_ready;
  },
};

const photo: PictureKind<"photo"> = {
  getTask(key, db) {
    const row = db
      .select({ photo: photos, album: albums.name })
      .from(photos)
      .innerJoin(albums, eq(albums.pa_key, photos.pa_key))
      .where(eq(photos.p_key, key))
      .get();
    return row && deriveTaskForPhoto(row.album, row.photo);
  },
  applyResult(
    tx,
    key,
    { width, height, bytes, mtime_ms, sha256 = null, taken_dt },
  ) {
    const isSame = sql`${photos.bytes} = ${bytes} AND ${photos.mtime_ms} = ${mtime_ms}`;
    tx.update(photos)
      .set({
        ready: true,
        error: null,
        width,
        height,
        bytes,
        mtime_ms,
        // The first checksum of a file stays, because another one later means damage.
        sha256: sql`coalesce(iif(${isSame}, ${photos.sha256}, NULL), ${sha256})`,
        date: sql`coalesce(${photos.date}, ${taken_dt?.slice(0, 10) ?? null})`,
      })
      .where(eq(photos.p_key, key))
      .run();
  },
  applyFailure(tx, key, error) {
    tx.update(photos).set({ error }).where(eq(photos.p_key, key)).run();
  },
  getKey: ({ album, file }) =>
    getDb()
      .select({ key: photos.p_key })
      .from(photos)
      .innerJoin(albums, eq(albums.pa_key, photos.pa_key))
      .where(and(eq(albums.name, album), eq(photos.original_file, file)))
      .get()?.key,
  isReady: (key) =>
    getDb()
      .select({ ready: photos.ready })
      .from(photos)
      .where(eq(photos.p_key, key))
      .get()?.ready ?? false,
};

const site: PictureKind<"site"> = {
  getTask(key, db) {
    const saved = getSitePicture(key, db);
    if (saved) return deriveTaskForSitePicture(key, saved.original_file);
    const tall = deriveTaskForTallPicture(key);
    return isThere(tall.original) ? tall : undefined;
  },
  applyResult(tx, key, { mtime_ms }) {
    updateSitePicture(tx, key, {
      ready: true,
      error: null,
      version: Math.round(mtime_ms).toString(36),
    });
  },
  applyFailure(tx, key, error) {
    updateSitePicture(tx, key, { error });
  },
  getKey: ({ file }) => getSitePictureByFile(file),
  isReady: (key) => getSitePicture(key)?.ready ?? false,
};

const kinds: { [O in Of]: PictureKind<O> } = { find, catalogue, photo, site };
const kindOf = (of: Of) => kinds[of] as PictureKind;

/** The paths of a picture as of now; undefined when it has been deleted. */
export const getDeriveTask = (
  { of, key }: Picture,
  db: Reader = getDb(),
): DeriveTask | undefined => kindOf(of).getTask(key, db);

/** Writes a finished picture's figures into its row and counts it as ready. */
export const applyResult = (
  tx: Tx,
  { of, key }: Picture,
  result: DeriveResult,
) => kindOf(of).applyResult(tx, key, result);

export const applyFailure = (tx: Tx, { of, key }: Picture, error: string) =>
  kindOf(of).applyFailure(tx, key, error);

/** The picture whose original has this path; undefined when the path is no original's. */
export function getPictureAt(original: string): Picture | undefined {
  const place = parseOriginal(original);
  const key = place && kindOf(place.of).getKey(place);
  return key === undefined ? undefined : ({ of: place!.of, key } as Picture);
}

/** Whether a picture counts as ready: its derivatives were made of the original as it is now. */
export const isReady = ({ of, key }: Picture) => kindOf(of).isReady(key);

/** What the admin is told of a picture: its original's path within the store. */
export const describePicture = (picture: Picture) =>
  getDeriveTask(picture)?.original ?? "a deleted picture";
