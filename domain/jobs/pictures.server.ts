import { and, eq, sql } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import {
  albums,
  photos,
  rockPostImages,
  rockPosts,
  rocks,
} from "#db/schema.ts";
import type { DeriveResult } from "./catalogue.ts";
import {
  type DeriveTask,
  deriveTaskForRock,
  deriveTaskForFind,
  deriveTaskForPhoto,
  deriveTaskForSitePicture,
  deriveTaskForTallPicture,
} from "../store/paths.ts";
import { parseOriginal } from "../store/parse-path.ts";
import { isThere } from "../store/disk.server.ts";
import type { SitePictureName } from "../site/schemas.ts";
import {
  getSitePicture,
  findSitePictureOf,
  noteSitePicture,
} from "../site/site-pictures.server.ts";

/** What a job makes derivatives of. Paths are looked up when a job is handed over, for folders move. */
export type Picture =
  | { of: "find" | "catalogue" | "photo"; key: number }
  | { of: "site"; key: SitePictureName };

/** The paths of a job's picture as of now; undefined where it has been deleted meanwhile. */
export function deriveTask(picture: Picture): DeriveTask | undefined {
  const db = getDb();
  if (picture.of === "site") {
    const row = getSitePicture(picture.key);
    if (row) return deriveTaskForSitePicture(picture.key, row.original_file);
    const tall = deriveTaskForTallPicture(picture.key);
    return isThere(tall.original) ? tall : undefined;
  }
  if (picture.of === "catalogue") {
    const rock = db
      .select()
      .from(rocks)
      .where(eq(rocks.rc_key, picture.key))
      .get();
    return rock && deriveTaskForRock(rock);
  }
  if (picture.of === "photo") {
    const row = db
      .select({ photo: photos, album: albums.name })
      .from(photos)
      .innerJoin(albums, eq(albums.pa_key, photos.pa_key))
      .where(eq(photos.p_key, picture.key))
      .get();
    return row && deriveTaskForPhoto(row.album, row.photo);
  }
  const row = db
    .select({ image: rockPostImages, post: rockPosts })
    .from(rockPostImages)
    .innerJoin(rockPosts, eq(rockPosts.rps_key, rockPostImages.rps_key))
    .where(eq(rockPostImages.rpi_key, picture.key))
    .get();
  return (
    row &&
    deriveTaskForFind(
      row.post.moving_from ?? row.post.rock_number,
      row.post.uuid,
      row.image,
    )
  );
}

/** Writes a finished picture's figures into its row and counts it as ready. */
export function applyResult(tx: Tx, picture: Picture, result: DeriveResult) {
  const { width, height, taken_dt, bytes, mtime_ms } = result;
  if (picture.of === "site")
    noteSitePicture(tx, picture.key, {
      ready: true,
      error: null,
      version: Math.round(mtime_ms).toString(36),
    });
  else if (picture.of === "find")
    tx.update(rockPostImages)
      .set({ ready: true, error: null, width, height, taken_dt })
      .where(eq(rockPostImages.rpi_key, picture.key))
      .run();
  else if (picture.of === "catalogue")
    tx.update(rocks)
      .set({ ready: true, pin_ready: true, error: null })
      .where(eq(rocks.rc_key, picture.key))
      .run();
  else
    tx.update(photos)
      .set({
        ready: true,
        error: null,
        width,
        height,
        bytes,
        mtime_ms,
        date: sql`coalesce(${photos.date}, ${taken_dt?.slice(0, 10) ?? null})`,
      })
      .where(eq(photos.p_key, picture.key))
      .run();
}

export function applyFailure(tx: Tx, picture: Picture, error: string) {
  if (picture.of === "site") noteSitePicture(tx, picture.key, { error });
  else if (picture.of === "find")
    tx.update(rockPostImages)
      .set({ error })
      .where(eq(rockPostImages.rpi_key, picture.key))
      .run();
  else if (picture.of === "catalogue")
    tx.update(rocks).set({ error }).where(eq(rocks.rc_key, picture.key)).run();
  else
    tx.update(photos).set({ error }).where(eq(photos.p_key, picture.key)).run();
}

/** The picture whose original stands at a path of the store; undefined where the path is no original's. */
export function parsePicture(original: string): Picture | undefined {
  const db = getDb();
  const place = parseOriginal(original);
  if (place?.of === "site") {
    const name = findSitePictureOf(place.file);
    return name && { of: "site", key: name };
  }
  if (place?.of === "find") {
    const row = db
      .select({ key: rockPostImages.rpi_key })
      .from(rockPostImages)
      .innerJoin(rockPosts, eq(rockPosts.rps_key, rockPostImages.rps_key))
      .where(
        and(
          eq(rockPosts.uuid, place.uuid),
          eq(rockPostImages.original_file, place.file),
        ),
      )
      .get();
    return row && { of: "find", key: row.key };
  }
  if (place?.of === "catalogue") {
    const row = db
      .select({ key: rocks.rc_key })
      .from(rocks)
      .where(
        and(
          eq(rocks.rock_number, place.rockNumber),
          eq(rocks.original_file, place.file),
        ),
      )
      .get();
    return row && { of: "catalogue", key: row.key };
  }
  if (place?.of === "photo") {
    const row = db
      .select({ key: photos.p_key })
      .from(photos)
      .innerJoin(albums, eq(albums.pa_key, photos.pa_key))
      .where(
        and(eq(albums.name, place.album), eq(photos.original_file, place.file)),
      )
      .get();
    return row && { of: "photo", key: row.key };
  }
  return undefined;
}

/** Whether a picture counts as ready: its derivatives were made of the original as it is now. */
export function isReady(picture: Picture): boolean {
  const db = getDb();
  if (picture.of === "site") return getSitePicture(picture.key)?.ready ?? false;
  const row =
    picture.of === "find"
      ? db
          .select({ ready: rockPostImages.ready })
          .from(rockPostImages)
          .where(eq(rockPostImages.rpi_key, picture.key))
          .get()
      : picture.of === "catalogue"
        ? db
            .select({
              ready:
                sql<boolean>`${rocks.ready} AND ${rocks.pin_ready}`.mapWith(
                  Boolean,
                ),
            })
            .from(rocks)
            .where(eq(rocks.rc_key, picture.key))
            .get()
        : db
            .select({ ready: photos.ready })
            .from(photos)
            .where(eq(photos.p_key, picture.key))
            .get();
  return row?.ready ?? false;
}

/** What a person is told of a picture: its original's path within the store. */
export const describePicture = (picture: Picture) =>
  deriveTask(picture)?.original ?? "a deleted picture";
