import type { JourneyPost } from "#domain/finds/answers.ts";
import {
  imageAddress,
  imageThumbnailAddress,
} from "#domain/store/media-addresses.ts";

/** The two sizes of an image of a post; `small` is null where `name` is, for an image that is not ready. */
export const postPicture = <Name extends string | null>(
  post: Pick<JourneyPost, "rock_number" | "uuid">,
  name: Name,
) => ({
  small: name && imageThumbnailAddress(post, name),
  large: imageAddress(post, name ?? ""),
});
