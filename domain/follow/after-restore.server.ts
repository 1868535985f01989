import { sql } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import {
  openSecondConnection,
  type SecondConnection,
} from "#db/copy.server.ts";

/**
 * Keeps a restored backup from mailing again, and from bringing back followers who have stopped since. Links of mails
 * that were sent since go on working.
 */

interface Replaced {
  news: { uuid: string; rock_number: number; state: string }[];
  stopped: string[];
  /** Of the mails to followers, who are named as in `followers.id`. */
  keys: { key_hash: string; id: string }[];
}

/** Records that must outlive a restore. None if the site's database is missing, damaged or too old. */
export function readReplaced(file: string): Replaced {
  let db: SecondConnection | undefined;
  try {
    db = openSecondConnection(file);
    return {
      news: db
        .prepare("SELECT uuid, rock_number, state FROM news")
        .all() as Replaced["news"],
      stopped: db
        .prepare("SELECT id FROM stopped_followers")
        .pluck()
        .all() as string[],
      keys: db
        .prepare(
          "SELECT key_hash, id FROM follower_keys JOIN followers USING (flw_key)",
        )
        .all() as Replaced["keys"],
    };
  } catch {
    return { news: [], stopped: [], keys: [] };
  } finally {
    db?.close();
  }
}

/** Only news that the replaced site had not begun to tell is still to be told. The outbox was sent long ago. */
export function settleNews(tx: Tx, { news, stopped, keys }: Replaced) {
  const begun = news.filter(({ state }) => state !== "new");
  const known = JSON.stringify(news.filter(({ state }) => state === "new"));
  tx.run(sql`
    UPDATE news SET state = 'over' WHERE (uuid, rock_number) NOT IN
      (SELECT value ->> 'uuid', value ->> 'rock_number' FROM json_each(${known}))`);
  tx.run(sql`
    INSERT INTO news (uuid, rock_number, state)
    SELECT value ->> 'uuid', value ->> 'rock_number', 'over' FROM json_each(${JSON.stringify(begun)})
     WHERE EXISTS (SELECT 1 FROM rock_posts WHERE uuid = value ->> 'uuid')
        OR EXISTS (SELECT 1 FROM trash WHERE kind = 'find' AND "rows" ->> '$.rock_posts[0].uuid' = value ->> 'uuid')
        ON CONFLICT (uuid, rock_number) DO UPDATE SET state = 'over'`);
  tx.run(sql`DELETE FROM outbox WHERE flw_key IS NOT NULL`);
  const ids = sql`(SELECT value FROM json_each(${JSON.stringify(stopped)}))`;
  tx.run(sql`DELETE FROM followers WHERE id IN ${ids}`);
  tx.run(
    sql`INSERT OR IGNORE INTO stopped_followers (id) SELECT value FROM json_each(${JSON.stringify(stopped)}) WHERE true`,
  );
  tx.run(sql`
    INSERT OR IGNORE INTO follower_keys (key_hash, flw_key)
    SELECT value ->> 'key_hash', f.flw_key FROM json_each(${JSON.stringify(keys)}) JOIN followers f ON f.id = value ->> 'id'`);
}
