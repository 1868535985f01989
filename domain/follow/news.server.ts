import { sql } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";

/** Which finds followers still have to be told of, and whom. Triggers write the news; everything here moves it on. */

const MINUTE_MS = 60_000;
/** A find that is hidden again within this time is told to nobody. */
const REST_MS = 5 * MINUTE_MS;
/** Finds that follow each other are told together, but the first doesn't wait for longer than this. */
const REST_MAX_MS = 60 * MINUTE_MS;
/** An address gets at most one mail in this time about a rock. */
const APART_MS = 60 * MINUTE_MS;

/**
 * `news n` that is not over and whose find is shown, as the rock's, with the find as `p`. SQLite would
 * begin with all shown finds.
 */
const shownNews = sql`news n INDEXED BY news_open CROSS JOIN rock_posts p
  ON n.state <> 'over' AND p.uuid = n.uuid AND p.show = 1 AND p.rock_number = n.rock_number`;

/** Whether follower `f` has sent the find of `n`. A find that isn't there has no address to compare. */
const isOwn = sql`(EXISTS (SELECT 1 FROM json_each(f.own_finds) WHERE value = n.uuid)
  OR EXISTS (SELECT 1 FROM rock_posts o WHERE o.uuid = n.uuid AND address_form(o.email) = f.address COLLATE NOCASE))`;

/** Followers `f` who are to be told of `n` and were not told yet, with what is on its way to them as `t`. */
const untold = sql`followers f LEFT JOIN told t ON t.flw_key = f.flw_key AND t.news_key = n.news_key`;
const isUntold = sql`f.confirmed = 1 AND f.since < n.news_key AND ifnull(t.state, 'open') = 'open' AND NOT ${isOwn}`;

/** Whether anything is to be told. */
export const hasNews = () =>
  getDb().get<{ found: number }>(sql`
    SELECT EXISTS (SELECT 1 FROM ${shownNews}) AS found`).found === 1;

const ago = (now: number, ms: number) => new Date(now - ms).toISOString();

/** Starts the five minutes of what has been shown, and ends those that are over. */
export function advanceNews(tx: Tx, now: number) {
  tx.run(sql`
    UPDATE news SET shown_dt = ${ago(now, 0)}
     WHERE state = 'new' AND shown_dt IS NULL AND news_key IN (SELECT n.news_key FROM ${shownNews} WHERE n.state = 'new')`);
  const fresh = (when: ReturnType<typeof sql>) =>
    sql`EXISTS (SELECT 1 FROM ${shownNews} WHERE n.state = 'new' AND n.rock_number = news.rock_number AND n.shown_dt ${when})`;
  tx.run(sql`
    UPDATE news SET state = 'due'
     WHERE state = 'new' AND shown_dt <= ${ago(now, REST_MS)}
       AND news_key IN (SELECT n.news_key FROM ${shownNews} WHERE n.state = 'new')
       AND (NOT ${fresh(sql`> ${ago(now, REST_MS)}`)} OR ${fresh(sql`<= ${ago(now, REST_MAX_MS)}`)})`);
}

/** Closes what everybody was told. */
export const closeNews = (tx: Tx) =>
  void tx.run(sql`
    UPDATE news AS n SET state = 'over'
     WHERE n.state = 'due' AND n.state <> 'over'
       AND NOT EXISTS (SELECT 1 FROM ${untold} WHERE f.rock_number = n.rock_number AND ${isUntold})`);

const START = { news_key: 0, address: "" };
/** Where `nextToTell` resumes, because skipping all who were told takes time. */
let last = START;

/** The next follower to be told, by news and address; undefined if nobody is due. */
export function nextToTell(tx: Tx, now: number): number | undefined {
  const due = tx.all<{ news_key: number }>(sql`
    SELECT n.news_key FROM ${shownNews}
     WHERE n.state = 'due' AND n.news_key >= ${last.news_key} ORDER BY n.news_key`);
  for (const { news_key } of due) {
    const after = news_key === last.news_key ? last.address : "";
    const found = tx.get<{ flw_key: number; address: string } | undefined>(sql`
      SELECT f.flw_key, f.address FROM news n CROSS JOIN ${untold}
       WHERE n.news_key = ${news_key} AND f.rock_number = n.rock_number
         AND f.address > ${after} COLLATE NOCASE AND ${isUntold}
         AND ifnull(f.told_dt, '') <= ${ago(now, APART_MS)} AND ifnull(f.retry_dt, '') <= ${ago(now, 0)}
       ORDER BY f.address COLLATE NOCASE LIMIT 1`);
    if (!found) continue;
    last = { news_key, address: found.address };
    return found.flw_key;
  }
  if (last === START) return undefined;
  last = START;
  return nextToTell(tx, now);
}

export interface Item {
  news_key: number;
  rps_key: number;
  /** The mail that it is part of already; null if it is in none. */
  mail_id: string | null;
}

/** News due to a follower now, oldest first. */
export const listUntold = (tx: Pick<Tx, "all">, flw_key: number) =>
  tx.all<Item>(sql`
    SELECT n.news_key, p.rps_key, t.mail_id FROM ${shownNews} JOIN ${untold}
     WHERE n.state = 'due' AND f.rock_number = n.rock_number AND f.flw_key = ${flw_key} AND ${isUntold}
     ORDER BY n.news_key`);

/** How many mails are due or will be soon. */
export const countWaiting = () =>
  getDb().get<{ waiting: number }>(sql`
    SELECT count(DISTINCT f.flw_key) AS waiting FROM ${shownNews} JOIN ${untold}
     WHERE f.rock_number = n.rock_number AND ${isUntold}`).waiting;
