import type { JourneyPost } from "#domain/finds/answers.ts";

/** Where an image of a post stands; `small` is null where `name` is, for an image that is not ready. */
export function postPicture<Name extends string | null>(
  post: Pick<JourneyPost, "rock_number" | "uuid">,
  name: Name,
) {
  const folder = `/media/rocks/${post.rock_number}/${post.uuid}`;
  return {
    small: name && (`${folder}/sm/${name}.webp` as const),
    large: `${folder}/webp/${name}.webp`,
  };
}
