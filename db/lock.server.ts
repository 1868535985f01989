import { setTimeout } from "node:timers/promises";
import { BUSY_MS, getDb, type Db } from "./client.server.ts";

/** What a write does while somebody else holds the database's write lock, for callers that must not wait. */

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error ? String(error.code) : "";

export const isLocked = (error: unknown) =>
  codeOf(error).startsWith("SQLITE_BUSY");

/**
 * Runs a write that fails at once if the write lock is taken. A write that waits keeps every other request
 * waiting too, because SQLite runs in the site's only thread.
 */
export function withoutWaiting<T>(write: (db: Db) => T): T {
  const db = getDb();
  db.$client.pragma("busy_timeout = 0");
  try {
    return write(db);
  } finally {
    db.$client.pragma(`busy_timeout = ${BUSY_MS}`);
  }
}

const TRY_AGAIN_MS = 100;
/** How long a write of nobody who waits for an answer is tried. */
const PATIENCE_MS = 60_000;

/**
 * Runs a write as soon as nobody else has the write lock, and lets the site answer meanwhile.
 * @throws when the lock is not free for a minute, and what the write throws
 */
export async function writeWhenFree<T>(write: (db: Db) => T): Promise<T> {
  for (const end = Date.now() + PATIENCE_MS; ;) {
    try {
      return withoutWaiting(write);
    } catch (error) {
      if (!isLocked(error) || Date.now() > end) throw error;
    }
    await setTimeout(TRY_AGAIN_MS);
  }
}

/** Runs a write that a read would like to make. It is left out if the database can't be written at once. */
export function writeIfPossible(write: (db: Db) => void) {
  try {
    withoutWaiting(write);
  } catch (error) {
    if (!/^SQLITE_(BUSY|FULL|READONLY|IOERR)/.test(codeOf(error))) throw error;
  }
}
