import { setTimeout } from "node:timers/promises";
import { codeOf } from "#core/error-code.ts";
import { DomainError } from "#core/errors.ts";
import { databaseDamage } from "./damage.server.ts";
import { BUSY_MS, getDb, type Db, type Tx } from "./client.server.ts";

export const isLocked = (error: unknown) =>
  codeOf(error).startsWith("SQLITE_BUSY");

/** Runs a function in a transaction that takes the write lock at once. It uses `tx` alone, never `getDb()`. */
export const write = <T>(run: (tx: Tx) => T): T =>
  getDb().transaction(run, { behavior: "immediate" });

/** Runs statements that fail at once if the write lock is taken, because a write that waits lets all requests wait. */
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
const CALL_PATIENCE_MS = 10_000;
/** Seconds after which a refused call may be sent again. */
const RETRY_AFTER = 5;
/** How long to try a write that nobody waits for. */
const PATIENCE_MS = 60_000;

/** Waits, for `patience` milliseconds at most, until no other process holds the write lock. For all that will write. */
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

/** Runs a write that nobody waits for, as soon as nobody else has the write lock. */
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
