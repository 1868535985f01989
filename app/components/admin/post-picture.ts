import type { JourneyPost } from "#domain/schemas.ts";

/** Where an image of a post stands; `name` is null while it is not ready. */
export function postPicture(
  post: Pick<JourneyPost, "rock_number" | "uuid">,
  name: string | null,
) {
  const folder = `/media/rocks/${post.rock_number}/${post.uuid}`;
  return {
    small: name && `${folder}/sm/${name}.webp`,
    large: `${folder}/webp/${name}.webp`,
  };
}
