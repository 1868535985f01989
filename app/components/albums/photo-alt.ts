import type { I18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import type { Album, Photo } from "#domain/albums/answers.ts";
import { titleOf } from "./addresses.ts";

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
