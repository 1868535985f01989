import type { PublicFind } from "#domain/finds/answers.ts";
import type { RockSummary } from "#domain/rocks/answers.ts";

export interface RockGroup {
  rock: RockSummary;
  /** Newest first. All finds or only the newest. */
  posts: PublicFind[];
}

/**
 * Groups finds by rock. Rocks come in the order of their first find in the list.
 * @param known what the catalogue knows about one of the rocks
 */
export function groupByRock(
  posts: PublicFind[],
  known: RockSummary | undefined,
): RockGroup[] {
  const groups = new Map<number, PublicFind[]>();
  for (const post of posts) {
    const group = groups.get(post.rock_number);
    if (group) group.push(post);
    else groups.set(post.rock_number, [post]);
  }
  return [...groups.values()].map((group) => ({
    rock: summaryOf(group, known),
    posts: group,
  }));
}

function summaryOf(
  posts: PublicFind[],
  known: RockSummary | undefined,
): RockSummary {
  const days = posts.map((post) => post.date).sort();
  const { rock_number, artists } = posts[0]!;
  const ofCatalogue = known?.rock_number === rock_number ? known : undefined;
  return {
    rock_number,
    artists,
    trips: posts.length,
    first: days[0]!,
    latest: days.at(-1)!,
    in_catalogue: ofCatalogue?.in_catalogue ?? false,
    pin: ofCatalogue?.pin ?? null,
  };
}
