import { keepSecret, readSecret } from "#db/secrets.server.ts";
import { writeIfPossible } from "#db/write.server.ts";
import type { Db } from "#db/client.server.ts";
import { remember } from "./remember.server.ts";

/**
 * Hours that the site has run, over all its starts. The trash, unused uploads and unconfirmed followers expire by them,
 * because the machine's clock may be wrong for a while.
 */

const NAME = "hours_run";
export const HOUR_MS = 3_600_000;

/** The monotonic clock (ms) when the hours were last saved. */
const saved = () => remember("hours run", () => ({ at: 0 }));

/** Grows while the process runs. */
export const hoursRun = (db?: Pick<Db, "select">) =>
  Number(readSecret(NAME, db) ?? 0) +
  (performance.now() - saved().at) / HOUR_MS;

/** Saves them. A crash loses what has passed since the last time. */
export function saveHours() {
  writeIfPossible((tx) => {
    keepSecret(tx, NAME, String(hoursRun(tx)));
    saved().at = performance.now();
  });
}

/** The time at which the hours will be `hours`, if the site runs until then and the clock is right. */
export const timeAt = (hours: number) =>
  new Date(Date.now() + (hours - hoursRun()) * HOUR_MS).toISOString();
