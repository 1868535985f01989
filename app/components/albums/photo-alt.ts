import type { I18n } from "@lingui/core";
import { t } from "@lingui/core/macro";
import type { Album, Photo } from "#domain/albums/answers.ts";
import { titleOf } from "./addresses.ts";

/** The text alternative of an album's photo: its title, or else where it is. @param index in the whole album, from 0 */
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
