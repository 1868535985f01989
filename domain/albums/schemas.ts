import * as v from "valibot";
import { RESERVED_ALBUM_NAMES } from "#core/limits.ts";
import { messages } from "#core/messages.ts";
import { blankOr, changeOf, isRealDay, listOf, text } from "#core/schemas.ts";

/** An album's name is also its folder's. */
export const AlbumName = v.pipe(
  v.string(messages.albumName),
  v.regex(/^[a-z0-9]+$/, messages.albumName),
  v.maxLength(60, "Name can have 60 characters at most."),
  v.check(
    (name) => !RESERVED_ALBUM_NAMES.includes(name),
    "The site itself needs that name. Please choose another.",
  ),
);

const texts = {
  display_name: text("Display name", 100),
  desc: text("Description", 2000),
  show: v.boolean("Enter true or false."),
};

/** `PUT /api/albums/{pa_key}`: the name stays. */
export const AlbumChange = changeOf(texts);
export type AlbumChange = v.InferOutput<typeof AlbumChange>;

export const NewAlbum = v.object({ name: AlbumName, ...AlbumChange.entries });
export type NewAlbum = v.InferOutput<typeof NewAlbum>;

/** `PUT /api/albums/photos/{p_key}`: a blank or null date means none. */
export const PhotoChange = changeOf({
  ...texts,
  date: blankOr(
    v.pipe(
      v.string("Enter the date as YYYY-MM-DD."),
      v.check(
        (day) => isRealDay(day) && day >= "1000-01-01",
        "That day does not exist. Enter the date as YYYY-MM-DD.",
      ),
    ),
  ),
});
export type PhotoChange = v.InferOutput<typeof PhotoChange>;

/** Photos that may be added to an album at once. */
export const PHOTOS_MAX = 200;

const key = v.pipe(
  v.number("Keys and orders are whole numbers."),
  v.integer("Keys and orders are whole numbers."),
);

export const AlbumSwap = v.object({
  a_key: key,
  a_order: key,
  b_key: key,
  b_order: key,
});
export type AlbumSwap = v.InferOutput<typeof AlbumSwap>;

const PhotoPlace = v.object({ p_key: key, order_num: key });

export const PhotoSwap = v.object({ photo1: PhotoPlace, photo2: PhotoPlace });
export type PhotoSwap = v.InferOutput<typeof PhotoSwap>;

const ORDER_MAX = 10_000;

/** `POST …/reorder-all`: all keys in their new order. Without any the order stays, and its holes are closed. */
export const NewOrder = v.object({
  order: v.optional(
    listOf(key, ORDER_MAX, {
      list: "Enter a list of keys.",
      tooMany: `An order can have ${ORDER_MAX} keys at most.`,
    }),
  ),
});
