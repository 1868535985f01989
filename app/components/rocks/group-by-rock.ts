import type { RockPost } from "#domain/schemas.ts";

export interface RockGroup {
  rockNumber: number;
  /** In the order they came in; never empty. */
  posts: RockPost[];
}

/** Posts grouped by their rock; the rocks in the order of their first post. */
export function groupByRock(posts: RockPost[]): RockGroup[] {
  const groups = new Map<number, RockPost[]>();
  for (const post of posts) {
    const group = groups.get(post.rock_number);
    if (group) group.push(post);
    else groups.set(post.rock_number, [post]);
  }
  return [...groups].map(([rockNumber, group]) => ({
    rockNumber,
    posts: group,
  }));
}
