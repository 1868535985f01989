import { sql } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import type { OutboxRow } from "../mail/send-mail.server.ts";
import {
  openSecondConnection,
  type SecondConnection,
} from "#db/copy.server.ts";

/** Finds that followers have not been told of yet. Triggers write the news; due news goes to the outbox from here. */

/** A find that is hidden again within this time is told to nobody. */
const REST_HOURS = 5 / 60;
/** An address gets at most one mail in this time about a rock. */
const APART_HOURS = 1;

/** News whose find is shown, as the rock's, and rests. */
const resting = sql`
  SELECT n.news_key, n.rock_number, n.shown_hour FROM news n CROSS JOIN public_finds p
   WHERE n.state IN ('new', 'again') AND p.uuid = n.uuid AND p.rock_number = n.rock_number`;

/** Finds that are shown and were not told yet, for each follower who is to be told. Nobody is told of a find of their own. */
const untold = sql`
  SELECT f.flw_key, f.address, f.told_hour, f.rock_number, n.news_key, n.state, p.rps_key
    FROM followers f
   CROSS JOIN news n ON n.rock_number = f.rock_number AND n.news_key > f.since AND n.state <> 'over'
   CROSS JOIN rock_posts p ON p.uuid = n.uuid AND p.rock_number = n.rock_number AND p.show = 1
   WHERE f.confirmed = 1
     AND NOT EXISTS (SELECT 1 FROM told t WHERE t.flw_key = f.flw_key AND t.news_key = n.news_key)
     AND address_form(p.email) <> f.address COLLATE NOCASE
     AND NOT EXISTS (SELECT 1 FROM json_each(f.own_finds) WHERE value = p.uuid)`;

/** Whether a find rests. */
export const hasNews = () =>
  getDb().get<{ found: number }>(sql`SELECT EXISTS (${resting}) AS found`)
    .found === 1;

/** Starts the five minutes of newly shown finds, and puts the mails about rocks whose finds have rested in the outbox. */
export function handOutNews(tx: Tx, hours: number) {
  tx.run(sql`
    UPDATE news SET shown_hour = ${hours}
     WHERE shown_hour IS NULL AND news_key IN (SELECT news_key FROM (${resting}))`);
  // Finds that follow each other are told together.
  const rested = sql`news_key IN (
    SELECT news_key FROM (${resting}) JOIN (
      SELECT rock_number FROM (${resting}) GROUP BY rock_number HAVING max(shown_hour) <= ${hours - REST_HOURS})
     USING (rock_number))`;
  tx.run(sql`
    INSERT INTO outbox (id, kind, flw_key, send_after)
    SELECT lower(hex(randomblob(16))), 'news', flw_key,
           max(${hours}, ifnull(told_hour + ${APART_HOURS}, 0))
      FROM (${untold}) WHERE ${rested} GROUP BY flw_key ORDER BY address COLLATE NOCASE
        ON CONFLICT DO NOTHING`);
  tx.run(sql`UPDATE news SET state = 'due' WHERE ${rested}`);
}

export interface Item {
  news_key: number;
  rps_key: number;
}

/** The items of a mail to a follower, oldest first. A mail that was tried before gets none that it didn't tell then. */
export const listItems = (
  tx: Pick<Tx, "all">,
  { flw_key, news }: Pick<OutboxRow, "flw_key" | "news">,
) =>
  tx.all<Item>(sql`
    SELECT news_key, rps_key FROM (${untold})
     WHERE flw_key = ${flw_key} AND state = 'due'
       AND (${news} IS NULL OR news_key IN (SELECT value FROM json_each(${news})))
     ORDER BY news_key`);

/** Notes the news that a follower was told. Follower or news may have been removed meanwhile. */
export const noteTold = (tx: Tx, flw_key: number, news: string) =>
  void tx.run(sql`
    INSERT OR IGNORE INTO told (flw_key, news_key)
    SELECT f.flw_key, n.news_key FROM followers f, news n
     WHERE f.flw_key = ${flw_key} AND n.news_key IN (SELECT value FROM json_each(${news}))`);

export const countWaiting = () =>
  getDb().get<{ waiting: number }>(sql`
    SELECT count(*) AS waiting FROM (
      SELECT flw_key FROM outbox WHERE kind = 'news'
       UNION
      SELECT flw_key FROM (${untold}) WHERE state IN ('new', 'again'))`)
    .waiting;

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
