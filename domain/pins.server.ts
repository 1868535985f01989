import { and, count, desc, eq, isNotNull } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { rockPins, rockPosts, rocks } from "#db/schema.ts";

let changes = 0;

/** Another word whenever pins may have changed, by this process or by another. */
export function pinsVersion() {
  const others = getDb().$client.pragma("data_version", { simple: true });
  return `${String(others)}.${changes}`;
}

/**
 * Brings a rock's pin and its count of shown posts up to date; belongs into every transaction that
 * adds, changes, shows, hides or removes one of its posts.
 */
export function refreshRock(tx: Tx, rockNumber: number) {
  changes += 1;
  tx.delete(rockPins).where(eq(rockPins.rock_number, rockNumber)).run();
  const shown = and(
    eq(rockPosts.rock_number, rockNumber),
    eq(rockPosts.show, true),
  );
  const onTheMap = tx
    .select({
      rps_key: rockPosts.rps_key,
      rock_number: rockPosts.rock_number,
      latitude: rockPosts.latitude,
      longitude: rockPosts.longitude,
    })
    .from(rockPosts)
    .where(
      and(shown, isNotNull(rockPosts.latitude), isNotNull(rockPosts.longitude)),
    )
    .orderBy(
      desc(rockPosts.date),
      desc(rockPosts.create_dt),
      desc(rockPosts.rps_key),
    );
  // A rock 0 is any rock whose number could not be read: each of its finds stands for itself.
  const pins = rockNumber === 0 ? onTheMap.all() : onTheMap.limit(1).all();
  for (const pin of pins)
    tx.insert(rockPins)
      .values({ ...pin, latitude: pin.latitude!, longitude: pin.longitude! })
      .run();
  const found = tx
    .select({ posts: count() })
    .from(rockPosts)
    .where(shown)
    .get()!;
  tx.update(rocks)
    .set({ shown_posts: found.posts })
    .where(eq(rocks.rock_number, rockNumber))
    .run();
}
