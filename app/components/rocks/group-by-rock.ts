import type { RockPost } from "#domain/finds/answers.ts";
import type { RockSummary } from "#domain/rocks/answers.ts";

export interface RockGroup {
  rock: RockSummary;
  /** Newest first: all of them, or the newest few. */
  posts: RockPost[];
}

/**
 * All posts of some rocks grouped by rock; the rocks in the order of their first post.
 * @param known what the catalogue has of one of them
 */
export function groupByRock(
  posts: RockPost[],
  known: RockSummary | undefined,
): RockGroup[] {
  const groups = new Map<number, RockPost[]>();
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
  posts: RockPost[],
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
