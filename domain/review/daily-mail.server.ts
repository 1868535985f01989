import { eq, sql } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { outbox } from "#db/schema.ts";
import { hoursRun } from "#domain/limits/hours-run.server.ts";
import { log } from "#core/log.server.ts";
import { keysOfWaiting } from "#domain/finds/admin/read-finds.server.ts";
import {
  iso,
  makeKey,
  type Outgoing,
  type OutboxRow,
} from "../mail/outgoing.server.ts";
import { isDue, lastSlot } from "../mail/schedule.ts";
import { digestSettings } from "../mail/send-mail.server.ts";
import { composeDigest } from "./compose-digest.server.ts";
import { addReviewKey } from "./review-keys.server.ts";

/** The daily mail: one a day, if finds are waiting. */

/** Time for which the link of a mail works. */
const KEY_MS = 7 * 86_400_000;
/** A mail that is dated this long after a mail is due was sent by a wrong clock. It doesn't hold back others. */
const AHEAD_MS = 36 * 3_600_000;

/** The state of the daily mail. */
export interface MailState {
  to: string[];
  /** HH:MM, in the process's time zone. */
  at: string;
  /** The time at which the last one was sent; undefined if none was. */
  sent_dt?: string;
  /** The reason that the one that is due can't be sent; undefined if all is well. */
  error?: string;
}

/** Undefined without SMTP_URL and DIGEST_TO. */
export function readMailState(): MailState | undefined {
  const settings = digestSettings();
  if (!settings) return undefined;
  const { to, at } = settings;
  const { sent_dt, error } = getDb().get<{
    sent_dt: string | null;
    error: string | null;
  }>(sql`
    SELECT (SELECT max(sent_dt) FROM outbox WHERE kind = 'daily') AS sent_dt,
           (SELECT iif(sent_dt IS NULL, error, NULL) FROM outbox WHERE kind = 'daily'
             ORDER BY mail_key DESC LIMIT 1) AS error`);
  return { to, at, sent_dt: sent_dt ?? undefined, error: error ?? undefined };
}

/** Id of a daily mail that is due and not yet in the outbox; undefined if none is due. */
function findDueMail(db: Pick<Tx, "get">, now: number) {
  const settings = digestSettings();
  if (!settings) return undefined;
  const slot = lastSlot(new Date(now), settings.at);
  const id = `finds.${slot.day}`;
  const { isKnown, lastSent } = db.get<{
    isKnown: number;
    lastSent: string | null;
  }>(sql`
    SELECT EXISTS (SELECT 1 FROM outbox WHERE id = ${id}) AS isKnown,
           (SELECT max(sent_dt) FROM outbox
             WHERE kind = 'daily' AND sent_dt < ${iso(slot.time.getTime() + AHEAD_MS)}) AS lastSent`);
  return !isKnown && isDue(slot, lastSent, new Date(now)) ? id : undefined;
}

export const isDailyMailDue = (db: Pick<Tx, "get">, now: number) =>
  findDueMail(db, now) !== undefined;

/** Puts the daily mail in the outbox once it is due. It takes over from one that could not be sent. */
export function planDailyMail(tx: Tx, now: number) {
  const id = findDueMail(tx, now);
  if (id === undefined) return;
  tx.update(outbox)
    .set({ send_after: null })
    .where(eq(outbox.kind, "daily"))
    .run();
  tx.insert(outbox)
    .values({ id, kind: "daily", send_after: hoursRun(tx) })
    .run();
}

/** The mail about the finds that wait now; undefined if none does. */
export async function prepareDailyMail(
  _row: OutboxRow,
  now: number,
): Promise<Outgoing | undefined> {
  const finds = getDb()
    .all<{ rps_key: number }>(sql`${keysOfWaiting} ORDER BY rps_key`)
    .map(({ rps_key }) => rps_key);
  const { to, at } = digestSettings()!;
  if (finds.length === 0) return undefined;
  const key = makeKey();
  const expires = new Date(now + KEY_MS);
  return {
    mail: await composeDigest({ finds, key, expires, at }),
    to,
    begin(tx) {
      addReviewKey(tx, key, finds, expires, new Date(now));
      return true;
    },
    end: () => log.info("the daily mail was sent", { finds: finds.length }),
  };
}
