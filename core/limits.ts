/** Limits that pages show or keep to. Apart from the schemas, which pages for visitors don't load. */

/** Whether a file is a picture that the site takes, by its ending. Its decoder has the last word. */
export const isPictureFile = (file: string) =>
  /\.(jpe?g|jpe|jfif|png|webp|gif|avif|hei[cf]|hif|tiff?)$/i.test(file);
/** File types that a file field offers. On Android, an ending that the phone doesn't know would hide the gallery. */
export const PICTURE_FIELD = "image/*,.heic,.heif";
export const IMAGES_MAX = 5;
export const PAGE_MAX = 100;
export const ROCK_NUMBER_MAX = 100_000;
export const EARLIEST_DATE = "2000-01-01";
export const DESCRIPTION_MAX = 300;
/** Characters of a search in the admin's lists. */
export const SEARCH_MAX = 5000;
export const BLURS_MAX = 50;
