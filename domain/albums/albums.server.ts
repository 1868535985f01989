import { msg } from "@lingui/core/macro";
import { eq } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { publicAlbums, publicPhotos } from "#db/schema.ts";
import { DomainError } from "#core/errors.ts";
import { readVolume } from "../lists/volumes.server.ts";
import type { Album, Photo } from "./answers.ts";

export const listAlbums = (): Album[] =>
  getDb()
    .select()
    .from(publicAlbums)
    .orderBy(publicAlbums.order_num, publicAlbums.pa_key)
    .all()
    .map((album) => ({ ...album, show: true }));

export function listPhotos(paKey: number): Photo[] {
  const db = getDb();
  const album = db
    .select({ pa_key: publicAlbums.pa_key })
    .from(publicAlbums)
    .where(eq(publicAlbums.pa_key, paKey))
    .get();
  if (!album) throw new DomainError("not_found", msg`There is no such album.`);
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

/** One volume, from 1, of an album's book: its public photos, in their order. */
export function readAlbumBook(paKey: number, volume: number) {
  const album = listAlbums().find(({ pa_key }) => pa_key === paKey);
  const photos = album ? listPhotos(paKey) : [];
  if (!album || photos.length === 0)
    throw new DomainError("not_found", msg`There is no such album.`);
  const { volumes, first, end } = readVolume(photos.length, volume);
  const days = photos.flatMap(({ date }) => date ?? []).sort();
  return {
    album,
    volume,
    volumes,
    cover: photos[0]!,
    photos: photos.slice(first, end),
    /** The place of the first of them in the album, from 0, and how many the album has. */
    first,
    total: photos.length,
    /** The first and the last day on which a photo was taken; undefined if none says so. */
    days: days.length > 0 ? ([days[0]!, days.at(-1)!] as const) : undefined,
  };
}

export type AlbumBook = ReturnType<typeof readAlbumBook>;
