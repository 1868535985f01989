/** Limits that pages show or keep to. Apart from the schemas, which pages for visitors don't load. */

/** Whether a file is a picture that the site takes, by its ending. Its decoder has the last word. */
export const isPictureFile = (file: string) =>
  /\.(jpe?g|jpe|jfif|png|webp|gif|avif|hei[cf]|hif|tiff?)$/i.test(file);
/** An album can't have these names because the API's own addresses use them. */
export const RESERVED_ALBUM_NAMES = ["photos", "reorder", "sync"];
/** File types that a file field offers. On Android, an ending that the phone doesn't know would hide the gallery. */
export const PICTURE_FIELD = "image/*,.heic,.heif";
export const IMAGES_MAX = 5;
export const PAGE_MAX = 100;
export const ROCK_NUMBER_MAX = 100_000;

/**
 * Returns the digits of a possible rock number in a scanned or shared address, or as a person types it: ' 7 ', or '7.'
 * as at the end of a sentence. Empty for anything else.
 */
export function asRockNumber(value: string | null) {
  const [, digits = ""] = /^\s*(\d{1,7})[\s.,;:!?)]*$/.exec(value ?? "") ?? [];
  return Number(digits) <= ROCK_NUMBER_MAX ? digits : "";
}

export const EARLIEST_DATE = "2000-01-01";
export const DESCRIPTION_MAX = 300;
/** Characters of a search in the admin's lists. */
export const SEARCH_MAX = 5000;
export const BLURS_MAX = 50;
