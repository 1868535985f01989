import { databaseDamage } from "#db/damage.server.ts";
import { log } from "#domain/core/log.server.ts";
import { repeat } from "#domain/core/repeat.server.ts";
import { composeDigest } from "./compose-digest.server.ts";
import {
  beginTry,
  newestDigest,
  noteFailure,
  noteSent,
  readDone,
  readLastSent,
  writeTaken,
} from "./digests.server.ts";
import { isDue, lastSlot, pauseAfter } from "../mail/schedule.ts";
import { digestSettings, sendMail } from "../mail/send-mail.server.ts";

/** How often to check whether a mail is due, in milliseconds. */
const INTERVAL_MS = 15_000;

/** How the daily mail is doing. */
export interface MailState {
  to: string[];
  /** HH:MM, in the process's time zone. */
  at: string;
  /** When the last one was sent; undefined if none was. */
  sent_dt?: string;
  /** Why the one that is due can't be sent; undefined if all is well. */
  error?: string;
}

/** Undefined without SMTP_URL and DIGEST_TO. */
export function readMailState(): MailState | undefined {
  const settings = digestSettings();
  if (!settings) return undefined;
  const { to, at } = settings;
  const lastSent = readLastSent();
  const newest = newestDigest();
  const error = newest?.sent_dt === null ? newest.error : null;
  return { to, at, sent_dt: lastSent, error: error ?? undefined };
}

/**
 * Sends the daily mail if it is due and finds are waiting. Only one call may run at a time.
 * @returns milliseconds until the next call
 */
export async function sendDueMail(now: Date): Promise<number> {
  const settings = digestSettings();
  if (!settings || databaseDamage() !== undefined) return INTERVAL_MS;
  await writeTaken();
  const slot = lastSlot(now, settings.at);
  const done = readDone(slot);
  if (!isDue(slot, done, now)) return INTERVAL_MS;
  const digest = await beginTry(slot, now);
  if (!digest) return INTERVAL_MS;
  try {
    await sendMail(await composeDigest(digest, settings.at));
  } catch (error) {
    const { message } = error as Error;
    log.error("the daily mail could not be sent", { error: message });
    await noteFailure(digest, message);
    return pauseAfter(done.tries + 1);
  }
  await noteSent(digest, now);
  log.info("the daily mail was sent", { finds: digest.count });
  return INTERVAL_MS;
}

/**
 * Sends the daily mails from now on.
 * @returns a function that stops this. A mail that is on its way may still arrive
 */
export const startDailyMail = () =>
  repeat(async () => {
    try {
      return await sendDueMail(new Date());
    } catch (error) {
      log.error("scheduling the daily mail failed", { error });
      return INTERVAL_MS;
    }
  });
