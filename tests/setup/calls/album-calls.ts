import { readFile } from "node:fs/promises";
import type { AdminAlbum, AdminPhoto, Album } from "#domain/albums/answers.ts";
import { fixture } from "#tests/fixtures/index.ts";
import { call, type Refused, site } from "#tests/setup/vitest/site.ts";

/** Calls the API of the albums, below /api/albums. */
export async function callAlbums<T = unknown>(
  method: string,
  path: string,
  ...rest: [body?: unknown, headers?: Record<string, string>]
) {
  const answer = await call<T & Partial<Refused>>(
    method,
    `/api/albums${path}`,
    ...rest,
  );
  return { ...answer, etag: answer.headers.get("etag") };
}

let names = 0;
/** A name that no album has. */
export const freeName = () => `album${++names}`;

export async function newAlbum(fields: object = {}) {
  const { body } = await callAlbums<AdminAlbum>("POST", "", {
    name: freeName(),
    ...fields,
  });
  return body;
}

export async function filesForm(
  images: string[],
  name = (image: string) => image,
) {
  const form = new FormData();
  for (const image of images)
    form.append(
      "files",
      new Blob([await readFile(fixture(image))]),
      name(image),
    );
  return form;
}

/** Makes an album with a photo of each fixture, and syncs it. */
export async function albumWith(images: string[], fields: object = {}) {
  const album = await newAlbum(fields);
  await callAlbums(
    "POST",
    `/${album.name}/upload-images`,
    await filesForm(images),
  );
  await site.untilIdle();
  return { album, photos: await photosOf(album) };
}

export const photosOf = async ({ pa_key }: Pick<Album, "pa_key">) =>
  (await callAlbums<AdminPhoto[]>("GET", `/${pa_key}/photos`)).body;
export const albums = async (headers?: Record<string, string>) =>
  (await callAlbums<AdminAlbum[]>("GET", "", undefined, headers)).body;
export const statusOf = async (address: string, headers: HeadersInit = {}) =>
  (await site.fetch(address, { headers })).status;
