import { sql } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";

/**
 * Brings a rock's pin and its count of shown posts up to date; belongs into every transaction that
 * adds, changes, shows, hides or removes one of its posts.
 */
export function refreshRock(tx: Tx, rockNumber: number) {
  // Said twice, for the index holds no rock 0.
  const isNumbered = rockNumber > 0 ? sql`AND rock_number > 0` : sql``;
  tx.run(
    sql`DELETE FROM rock_pins WHERE rock_number = ${rockNumber} ${isNumbered}`,
  );
  // A rock 0 is any rock whose number could not be read: each of its finds stands for itself.
  tx.run(sql`
    INSERT INTO rock_pins (rps_key, rock_number, latitude, longitude)
    SELECT rps_key, rock_number, latitude, longitude FROM rock_posts
     WHERE rock_number = ${rockNumber} AND show = 1 AND latitude IS NOT NULL AND longitude IS NOT NULL
     ORDER BY date DESC, create_dt DESC, rps_key DESC LIMIT ${rockNumber === 0 ? -1 : 1}`);
  tx.run(sql`
    UPDATE rocks SET shown_posts =
      (SELECT count(*) FROM rock_posts WHERE rock_number = ${rockNumber} AND show = 1)
     WHERE rock_number = ${rockNumber}`);
}
