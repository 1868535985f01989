import * as v from "valibot";
import { described } from "#core/schemas.ts";
import { count, day, key, uuid, version } from "#core/answers.ts";

export const Album = v.strictObject({
  pa_key: key,
  name: v.string(),
  display_name: v.string(),
  desc: v.string(),
  show: v.boolean(),
  order_num: v.pipe(v.number(), v.integer()),
  count,
  first_image_name: described(
    v.nullable(v.string()),
    "The file's name under webp300x300/, which an address has to encode; null while the album has no finished photo.",
  ),
});
export type Album = v.InferOutput<typeof Album>;

export const AdminAlbum = v.strictObject({ ...Album.entries, version });
export type AdminAlbum = v.InferOutput<typeof AdminAlbum>;

export const Photo = v.strictObject({
  p_key: key,
  name: described(
    v.string(),
    "The file's name under webp/, webp640/ and webp300x300/, which an address has to encode.",
  ),
  display_name: v.string(),
  desc: v.string(),
  date: v.nullable(day),
  order_num: v.pipe(v.number(), v.integer()),
  show: v.boolean(),
  /** Pixels of the upright original; null until its derivatives are made. */
  width: v.nullable(count),
  height: v.nullable(count),
});
export type Photo = v.InferOutput<typeof Photo>;

export const AdminPhoto = v.strictObject({
  ...Photo.entries,
  /** Whether its derivatives are made. */
  ready: v.boolean(),
  /** The reason that they could not be made, or that it is not shown. */
  error: v.nullable(v.string()),
  version,
});
export type AdminPhoto = v.InferOutput<typeof AdminPhoto>;

export const AlbumFolder = v.strictObject({ name: v.string() });

export const PhotosReceived = v.strictObject({
  files: described(
    v.array(v.string()),
    "The names they were given, in the order they were sent.",
  ),
  job_id: uuid,
});
