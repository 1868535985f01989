import type { JourneyPost } from "#domain/finds/answers.ts";

/** The addresses of a find's image in two sizes. `small` is null if `name` is, for an image that is not ready. */
export function imageAddresses<Name extends string | null>(
  find: Pick<JourneyPost, "rock_number" | "uuid">,
  name: Name,
) {
  const folder = `/media/rocks/${find.rock_number}/${find.uuid}`;
  return {
    small: name && (`${folder}/sm/${name}.webp` as const),
    large: `${folder}/webp/${name}.webp`,
  };
}
