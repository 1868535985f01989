import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { digests } from "#db/schema.ts";
import { writeWhenFree } from "#db/write.server.ts";
import { keysOfWaiting } from "#domain/finds/admin/read-finds.server.ts";
import { hashReviewKey } from "#domain/review/review-keys.server.ts";
import type { Done, Slot } from "../mail/schedule.ts";

/** The rows of the daily mails: one for each try, and one for a day on which nothing was waiting. */

/** How long the link of a mail works. */
const KEY_MS = 7 * 86_400_000;
const ERROR_MAX = 500;

/** One try to send a mail. */
export interface DigestTry {
  digest_key: number;
  day: string;
  /** Opens the finds of this try. Only the mail has it, because the row has no more than its hash. */
  key: string;
  expires: Date;
  /** How many finds are waiting. */
  count: number;
}

/** When the newest mail was sent, by the clock of that time; undefined if there was none. */
export const readLastSent = () =>
  getDb().get<{ at: string | null }>(
    sql`SELECT max(sent_dt) AS at FROM digests`,
  ).at ?? undefined;

/** A mail that is dated this long after a mail is due was sent by a wrong clock. It doesn't hold back others. */
const AHEAD_MS = 36 * 3_600_000;

export function readDone({ day, time }: Slot): Done {
  const notLaterThan = new Date(time.getTime() + AHEAD_MS).toISOString();
  const row = getDb().get<{
    tries: number;
    isOver: number;
    lastSent: string | null;
  }>(sql`
    SELECT count(*) AS tries,
           ifnull(max(sent_dt IS NOT NULL OR key_hash IS NULL), 0) AS isOver,
           (SELECT max(sent_dt) FROM digests WHERE sent_dt < ${notLaterThan}) AS lastSent
      FROM digests WHERE day = ${day}`);
  return {
    tries: row.tries,
    isOver: Boolean(row.isOver),
    lastSent: row.lastSent ?? undefined,
  };
}

/**
 * Begins a try: writes its row, with all finds that are waiting. Each try has a key of its own, because the mail
 * server may have taken an earlier one that seemed to fail, and then both links must work.
 * @returns undefined if nothing is waiting. Then the day is over
 */
export const beginTry = (
  { day }: Slot,
  now: Date,
): Promise<DigestTry | undefined> =>
  writeWhenFree((tx) => {
    removeExpired(tx, now);
    const expires = new Date(now.getTime() + KEY_MS);
    const key = randomBytes(16).toString("base64url");
    const { digest_key } = tx
      .insert(digests)
      .values({
        day,
        key_hash: hashReviewKey(key),
        expires_dt: expires.toISOString(),
      })
      .returning()
      .get();
    const { changes: count } = tx.run(sql`
      INSERT INTO digest_finds (digest_key, rps_key)
      SELECT ${digest_key}, rps_key FROM (${keysOfWaiting})`);
    if (count > 0) return { digest_key, day, key, expires, count };
    tx.update(digests)
      .set({ key_hash: null })
      .where(eq(digests.digest_key, digest_key))
      .run();
    return undefined;
  });

/** Removes digests whose link has expired, but for the newest that was sent. */
const removeExpired = (tx: Tx, now: Date) =>
  tx.run(sql`
    DELETE FROM digests WHERE expires_dt < ${now.toISOString()}
       AND (sent_dt IS NULL OR sent_dt < (SELECT max(sent_dt) FROM digests))`);

export const noteFailure = ({ digest_key }: DigestTry, reason: string) =>
  change(digest_key, { error: reason.slice(0, ERROR_MAX) });

/** Mails accepted by the server but not yet recorded, by `digest_key`. */
const taken = new Map<number, string>();

/** Notes that the mail server has taken a mail. If it can't be written, `writeTaken` does it later. */
export function noteSent({ digest_key }: DigestTry, time: Date) {
  taken.set(digest_key, time.toISOString());
  return writeTaken();
}

/** Has to run before a try, so that no mail is sent again whose row could not be written. */
export async function writeTaken() {
  for (const [digest_key, sent_dt] of taken) {
    await change(digest_key, { sent_dt });
    taken.delete(digest_key);
  }
}

const change = (
  digest_key: number,
  values: { error: string } | { sent_dt: string },
) =>
  writeWhenFree((tx) =>
    tx
      .update(digests)
      .set(values)
      .where(eq(digests.digest_key, digest_key))
      .run(),
  );

/** The newest row, which says how the mail is doing. */
export const newestDigest = () =>
  getDb().get<{ error: string | null; sent_dt: string | null } | undefined>(
    sql`SELECT error, sent_dt FROM digests ORDER BY digest_key DESC LIMIT 1`,
  );
