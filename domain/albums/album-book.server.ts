import { DomainError } from "#core/errors.ts";
import { readVolume } from "../lists/volumes.server.ts";
import { listAlbums, listPhotos } from "./albums.server.ts";

/**
 * Reads one volume of an album's book: its public photos, in their order.
 * @param volume from 1
 * @throws {DomainError} not_found if the album is hidden, has no public photo, or no such volume
 */
export function readAlbumBook(paKey: number, volume: number) {
  const album = listAlbums().find(({ pa_key }) => pa_key === paKey);
  const photos = album ? listPhotos(paKey) : [];
  if (!album || photos.length === 0)
    throw new DomainError("not_found", "There is no such album.");
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
