import { eq } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { publicAlbums, publicPhotos } from "#db/schema.ts";
import { DomainError } from "#core/errors.ts";
import type { Album, Photo } from "./answers.ts";

export const listAlbums = (): Album[] =>
  getDb()
    .select()
    .from(publicAlbums)
    .orderBy(publicAlbums.order_num, publicAlbums.pa_key)
    .all()
    .map((album) => ({ ...album, show: true }));

/** @throws {DomainError} not_found if there is no such album, or it is hidden */
export function listPhotos(paKey: number): Photo[] {
  const db = getDb();
  const album = db
    .select({ pa_key: publicAlbums.pa_key })
    .from(publicAlbums)
    .where(eq(publicAlbums.pa_key, paKey))
    .get();
  if (!album) throw new DomainError("not_found", "There is no such album.");
  return db
    .select()
    .from(publicPhotos)
    .where(eq(publicPhotos.pa_key, paKey))
    .orderBy(publicPhotos.order_num, publicPhotos.p_key)
    .all()
    .map(({ pa_key: _key, album: _album, ...photo }) => ({
      ...photo,
      show: true,
    }));
}
