import type { AdminFind } from "#domain/finds/answers.ts";
import {
  imageAddress,
  imageThumbnailAddress,
} from "#domain/store/media-addresses.ts";

/**
 * The addresses of a find's image in two sizes. `small` is null if `name` is, for an image that can't be seen yet.
 * @param version has the page ask again for an image that it shows already
 */
export const imageAddresses = <Name extends string | null>(
  find: Pick<AdminFind, "rock_number" | "uuid">,
  name: Name,
  version?: string,
) => {
  const query = version ? `?v=${version}` : "";
  return {
    small: name && imageThumbnailAddress(find, name) + query,
    large: imageAddress(find, name ?? "") + query,
  };
};
