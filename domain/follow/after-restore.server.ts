import { sql } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import {
  openSecondConnection,
  type SecondConnection,
} from "#db/copy.server.ts";

/** Keeps a restored backup from mailing again: what was told since it was made, and who has stopped since. */

interface Replaced {
  news: { uuid: string; rock_number: number; state: string }[];
  stopped: string[];
}

/** What the site knows that a backup is about to replace. Nothing if its database is missing, damaged or too old. */
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
    };
  } catch {
    return { news: [], stopped: [] };
  } finally {
    db?.close();
  }
}

/**
 * Closes the restored news that may have been told since. Only what the replaced site had not begun to tell is still
 * to be told.
 */
export function settleNews(tx: Tx, { news, stopped }: Replaced) {
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
  tx.run(sql`DELETE FROM told WHERE state = 'open'`);
  const ids = sql`(SELECT value FROM json_each(${JSON.stringify(stopped)}))`;
  tx.run(sql`DELETE FROM followers WHERE id IN ${ids}`);
  tx.run(
    sql`INSERT OR IGNORE INTO stopped_followers (id) SELECT value FROM json_each(${JSON.stringify(stopped)}) WHERE true`,
  );
  // Mails that ask were sent long ago, too.
  tx.run(sql`UPDATE followers SET asks = NULL`);
}
