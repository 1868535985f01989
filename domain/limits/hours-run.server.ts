import { keepSecret, readSecret } from "#db/secrets.server.ts";
import { writeIfPossible } from "#db/write.server.ts";
import type { Db, Tx } from "#db/client.server.ts";
import { remember } from "#core/remember.server.ts";

/**
 * Hours that the site has run, over all its starts. The trash, unused uploads and unconfirmed followers expire by them,
 * and mails wait by them, because the machine's clock may be wrong for a while.
 */

const NAME = "hours_run";
export const HOUR_MS = 3_600_000;

const atStart = (db?: Pick<Db, "select">) =>
  remember("hours run", () => Number(readSecret(NAME, db) ?? 0));

export const hoursRun = (db?: Pick<Db, "select">) =>
  atStart(db) + performance.now() / HOUR_MS;

/** The same, saved along with the rows that count from it, so that no crash makes it less. */
export function noteHours(tx: Tx) {
  const hours = hoursRun(tx);
  keepSecret(tx, NAME, String(hours));
  return hours;
}

export const saveHours = () => writeIfPossible((tx) => void noteHours(tx));

/** The time at which the hours will be `hours`, if the site runs until then and the clock is right. */
export const timeAt = (hours: number) =>
  new Date(Date.now() + (hours - hoursRun()) * HOUR_MS).toISOString();
