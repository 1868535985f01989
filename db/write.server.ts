import { setTimeout } from "node:timers/promises";
import { codeOf } from "#core/error-code.ts";
import { DomainError } from "#core/errors.ts";
import { databaseDamage } from "./damage.server.ts";
import { BUSY_MS, getDb, type Db, type Tx } from "./client.server.ts";

/** Ways to write, which differ while another process holds the database's write lock. */

export const isLocked = (error: unknown) =>
  codeOf(error).startsWith("SQLITE_BUSY");

/**
 * Runs a function in a transaction that takes the write lock at once, so that the rows it reads can't change
 * before it writes. Hardly waits for the lock: `untilFree` does, before it. The function uses `tx` alone, never `getDb()`.
 * @throws the function's errors; nothing is written then
 */
export const write = <T>(run: (tx: Tx) => T): T =>
  getDb().transaction(run, { behavior: "immediate" });

/**
 * Runs statements that fail at once if the write lock is taken. A write that waits keeps every other request
 * waiting too, because SQLite runs in the site's only thread.
 */
export function withoutWaiting<T>(run: (db: Db) => T): T {
  const db = getDb();
  db.$client.pragma("busy_timeout = 0");
  try {
    return run(db);
  } finally {
    db.$client.pragma(`busy_timeout = ${BUSY_MS}`);
  }
}

const TRY_AGAIN_MS = 50;
/** How long a call waits before it is refused. */
const CALL_PATIENCE_MS = 10_000;
/** Seconds after which a refused call may be sent again. */
const RETRY_AFTER = 5;
/** How long to try a write that nobody waits for. */
const PATIENCE_MS = 60_000;

/**
 * Waits until no other process holds the write lock, and lets the site answer meanwhile. For everything that is about
 * to write.
 * @param patience milliseconds
 * @throws {DomainError} unavailable if the lock isn't free within that time, or the database is damaged
 */
export async function untilFree(patience = CALL_PATIENCE_MS) {
  if (databaseDamage() !== undefined)
    throw new DomainError(
      "unavailable",
      "The site’s database is damaged, so nothing can be saved until a backup is restored.",
    );
  for (const end = Date.now() + patience; isHeldByOthers();) {
    if (Date.now() > end)
      throw new DomainError(
        "unavailable",
        "The site can't save anything at the moment. Please try again later.",
        { retryAfter: RETRY_AFTER },
      );
    await setTimeout(TRY_AGAIN_MS);
  }
}

/** Other errors, such as a full disk, are the write's to find. */
function isHeldByOthers() {
  try {
    withoutWaiting(({ $client }) => $client.exec("BEGIN IMMEDIATE; ROLLBACK"));
    return false;
  } catch (error) {
    return isLocked(error);
  }
}

/**
 * Runs a write that nobody waits for, as soon as nobody else has the write lock.
 * @throws {DomainError} unavailable, as `untilFree` does, but after a minute; and the write's errors
 */
export async function writeWhenFree<T>(run: (tx: Tx) => T): Promise<T> {
  await untilFree(PATIENCE_MS);
  return write(run);
}

/** Runs a write that a read would like to make. Leaves it out if the database can't be written at once. */
export function writeIfPossible(run: (tx: Tx) => void) {
  try {
    withoutWaiting(() => write(run));
  } catch (error) {
    if (!/^SQLITE_(BUSY|FULL|READONLY|IOERR)/.test(codeOf(error))) throw error;
  }
}
