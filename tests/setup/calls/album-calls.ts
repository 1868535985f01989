import type { AdminAlbum, AdminPhoto, Album } from "#domain/albums/answers.ts";
import { findForm } from "#tests/setup/calls/site-calls.ts";
import { call, site } from "#tests/setup/vitest/site.ts";

let names = 0;
/** A name that no album has. */
export const freeName = () => `album${++names}`;

export async function newAlbum(fields: object = {}) {
  const { body } = await call("POST /api/albums", {
    name: freeName(),
    ...fields,
  });
  return body;
}

export const filesForm = (
  images: string[],
  nameOf?: (image: string, n: number) => string,
) => findForm({}, images, "files", nameOf);

/** Makes an album with a photo of each fixture, and syncs it. */
export async function albumWith(images: string[], fields: object = {}) {
  const album = await newAlbum(fields);
  await call(
    `POST /api/albums/${album.name}/upload-images`,
    await filesForm(images),
  );
  await site.untilIdle();
  return { album, photos: await photosOf(album) };
}

export const photosOf = async ({ pa_key }: Pick<Album, "pa_key">) =>
  (await call(`GET /api/albums/${pa_key}/photos`)).body as AdminPhoto[];
export const albums = async (headers?: Record<string, string>) =>
  (await call("GET /api/albums", undefined, headers)).body as AdminAlbum[];
