import type { I18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import type { Album, Photo } from "#domain/albums/answers.ts";

/** Pixels that a photo's large and its medium picture fit within. */
const LARGE_FITS = 2048;
export const MEDIUM_FITS = 640;

/** An album on its page, or one photo of it, to be shared. */
export const albumAddress = (paKey: number, pKey?: number) =>
  `/photos?album=${paKey}${pKey === undefined ? "" : `&photo=${pKey}`}`;

export const titleOf = ({
  display_name,
  name,
}: Pick<Album, "display_name" | "name">) => display_name || name;

/** The pixels of a photo's picture; a square where its own size is not known. */
export function sizeOf({ width, height }: Photo, fits = LARGE_FITS) {
  if (!width || !height) return { width: 300, height: 300 };
  const scale = Math.min(1, fits / Math.max(width, height));
  return {
    width: Math.round(width * scale),
    height: Math.round(height * scale),
  };
}

/** A photo's text alternative: its title, or its number in the album if it has none. @param index from 0 */
export function photoAlt(
  i18n: I18n,
  album: Album,
  photo: Photo,
  index: number,
  count: number,
) {
  const title = titleOf(album);
  const nth = index + 1;
  return photo.display_name || t(i18n)`${title}, photo ${nth} of ${count}`;
}
