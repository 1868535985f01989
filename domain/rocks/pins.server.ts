import { sql } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";

/**
 * Brings the pins and counts of rocks up to date. Every transaction that changes finds calls it, with all their numbers
 * at once: a find may take its pin to another rock, so all old pins go before new ones come.
 */
export function refreshRocks(tx: Tx, rockNumbers: number[]) {
  const touched = sql`(SELECT value FROM json_each(${JSON.stringify(rockNumbers)}))`;
  const placed = sql`latitude IS NOT NULL AND longitude IS NOT NULL`;
  // `rock_number > 0` lets SQLite use the index of pins, which leaves rock 0 out.
  tx.run(
    sql`DELETE FROM rock_pins WHERE rock_number > 0 AND rock_number IN ${touched}`,
  );
  if (rockNumbers.includes(0))
    tx.run(sql`DELETE FROM rock_pins WHERE rock_number = 0`);
  // Rock 0 is any rock whose number could not be read, so each of its finds is a pin of its own.
  tx.run(sql`
    INSERT INTO rock_pins (rps_key, rock_number, latitude, longitude)
    SELECT rps_key, rock_number, latitude, longitude FROM public_finds
     WHERE rps_key IN (
       SELECT (SELECT rps_key FROM public_finds WHERE rock_number = touched.value AND ${placed}
                ORDER BY date DESC, create_dt DESC, rps_key DESC LIMIT 1)
         FROM (SELECT DISTINCT value FROM json_each(${JSON.stringify(rockNumbers)}) WHERE value > 0) AS touched
       UNION ALL
       SELECT rps_key FROM public_finds
        WHERE ${rockNumbers.includes(0) ? 1 : 0} AND rock_number = 0 AND ${placed})`);
  tx.run(sql`
    UPDATE rocks SET shown_posts =
      (SELECT count(*) FROM public_finds p WHERE p.rock_number = rocks.rock_number)
     WHERE rock_number IN ${touched}`);
}
