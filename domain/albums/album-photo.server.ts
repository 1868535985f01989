import { and, eq, sql } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { albums, photos } from "#db/schema.ts";
import type { PictureKind } from "../jobs/picture-kind.ts";
import { deriveTaskForPhoto } from "../store/paths.ts";

export const albumPhoto: PictureKind<"photo"> = {
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
  unmake(tx, key) {
    tx.update(photos).set({ ready: false }).where(eq(photos.p_key, key)).run();
  },
};
