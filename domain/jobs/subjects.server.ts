import { eq } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import {
  albums,
  photos,
  rockPostImages,
  rockPosts,
  rocks,
} from "#db/schema.ts";
import type { DeriveResult, DeriveTask } from "../job-catalogue.ts";
import { catalogueTask, findTask, photoTask } from "../media-store.server.ts";

/** What a picture job is about. Paths are looked up when a job is handed over, for folders move. */
export type Subject = { of: "find" | "catalogue" | "photo"; key: number };

/** The paths of a job's picture as of now; undefined where it has been deleted meanwhile. */
export function taskOf(subject: Subject): DeriveTask | undefined {
  const db = getDb();
  if (subject.of === "catalogue") {
    const rock = db
      .select()
      .from(rocks)
      .where(eq(rocks.rc_key, subject.key))
      .get();
    return rock && catalogueTask(rock);
  }
  if (subject.of === "photo") {
    const row = db
      .select({ photo: photos, album: albums.name })
      .from(photos)
      .innerJoin(albums, eq(albums.pa_key, photos.pa_key))
      .where(eq(photos.p_key, subject.key))
      .get();
    return row && photoTask(row.album, row.photo);
  }
  const row = db
    .select({ image: rockPostImages, post: rockPosts })
    .from(rockPostImages)
    .innerJoin(rockPosts, eq(rockPosts.rps_key, rockPostImages.rps_key))
    .where(eq(rockPostImages.rpi_key, subject.key))
    .get();
  return (
    row &&
    findTask(
      row.post.moving_from ?? row.post.rock_number,
      row.post.uuid,
      row.image,
    )
  );
}

/** Writes a finished picture's figures into its row and counts it as ready. */
export function applyResult(tx: Tx, subject: Subject, result: DeriveResult) {
  const { width, height, taken_dt, bytes, mtime_ms } = result;
  if (subject.of === "find")
    tx.update(rockPostImages)
      .set({ ready: true, error: null, width, height, taken_dt })
      .where(eq(rockPostImages.rpi_key, subject.key))
      .run();
  else if (subject.of === "catalogue")
    tx.update(rocks)
      .set({ ready: true, error: null })
      .where(eq(rocks.rc_key, subject.key))
      .run();
  else
    tx.update(photos)
      .set({ ready: true, error: null, width, height, bytes, mtime_ms })
      .where(eq(photos.p_key, subject.key))
      .run();
}

export function applyFailure(tx: Tx, subject: Subject, error: string) {
  if (subject.of === "find")
    tx.update(rockPostImages)
      .set({ error })
      .where(eq(rockPostImages.rpi_key, subject.key))
      .run();
  else if (subject.of === "catalogue")
    tx.update(rocks).set({ error }).where(eq(rocks.rc_key, subject.key)).run();
  else
    tx.update(photos).set({ error }).where(eq(photos.p_key, subject.key)).run();
}
