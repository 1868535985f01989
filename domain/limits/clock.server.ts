import { eq, gt, or, sql } from "drizzle-orm";
import * as v from "valibot";
import type { Tx } from "#db/client.server.ts";
import {
  adminSessions,
  pendingSignIns,
  rateLimits,
  secrets,
} from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import { log } from "../core/log.server.ts";
import { remember } from "../core/remember.server.ts";

/**
 * Days count while the site runs. The machine's clock may be wrong for a while, in either direction, and nothing may be
 * lost by that: what expires moves with the clock, and nothing is removed for good for a day.
 */

const NAME = "clock";
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Smaller jumps don't count: clocks are corrected by seconds, and a restart takes minutes. */
const JUMP_MS = HOUR_MS;

const Seen = v.object({
  /** Last reading of the clock, in milliseconds since 1970. */
  wall: v.number(),
  /** Milliseconds of running time for which nothing is removed yet. */
  hold: v.number(),
});
type Seen = v.InferOutput<typeof Seen>;

/**
 * The processor's own clock at the last reading, by what the machine's clock said. Also holds a reading whose transaction may
 * not be written.
 */
const ticksAt = remember("clock", () => new Map<number, number>());

/**
 * Looks at the clock. If it has jumped since the last look, also while the site was off, moves all that expires with
 * it.
 * @returns whether what has expired may be removed for good
 */
export const lookAtClock = (now = Date.now(), ticks = performance.now()) =>
  write((tx) => noteClock(tx, now, ticks));

/** The same within a transaction that writes when something expires: what it writes is then moved with the clock too. */
export function noteClock(tx: Tx, now = Date.now(), ticks = performance.now()) {
  const seen = readSeen(tx);
  const then = ticksAt.get(seen?.wall ?? now) ?? ticks;
  const passed = Math.max(0, ticks - then);
  for (const wall of ticksAt.keys())
    if (wall !== seen?.wall) ticksAt.delete(wall);
  ticksAt.set(now, ticks);
  const jump = seen ? now - (seen.wall + passed) : 0;
  const isJump = Math.abs(jump) > JUMP_MS;
  const hold = isJump ? DAY_MS : Math.max(0, (seen?.hold ?? 0) - passed);
  const value = JSON.stringify({ wall: now, hold } satisfies Seen);
  tx.insert(secrets)
    .values({ name: NAME, value })
    .onConflictDoUpdate({ target: secrets.name, set: { value } })
    .run();
  if (!isJump) return hold === 0;
  for (const [table, column] of EXPIRING)
    tx.run(
      sql`UPDATE ${sql.identifier(table)} SET ${sql.identifier(column)} =
            strftime('%Y-%m-%dT%H:%M:%fZ', ${sql.identifier(column)}, ${`${jump / 1000} seconds`})`,
    );
  if (jump < 0) forgetFuture(tx, now);
  log.warn(
    "the clock has jumped, or the site was off: what expires moves with it, and nothing is removed for good for a day",
    { hours: Math.round(jump / HOUR_MS) },
  );
  return false;
}

/**
 * Entries made while the clock was ahead must not count until that time comes: tries count as if they
 * were made now, and those sessions end.
 */
function forgetFuture(tx: Tx, now: number) {
  tx.update(rateLimits).set({ at: now }).where(gt(rateLimits.at, now)).run();
  tx.delete(adminSessions)
    .where(
      or(gt(adminSessions.seen_at, now), gt(adminSessions.confirmed_at, now)),
    )
    .run();
  tx.delete(pendingSignIns).run();
}

/** Times after which something is removed for good, or from which on something is counted. */
const EXPIRING = [
  ["trash", "expires_dt"],
  ["uploads", "create_dt"],
  ["followers", "expires_dt"],
  ["followers", "told_dt"],
  ["outbox", "send_after"],
  ["news", "shown_dt"],
] as const;

function readSeen(tx: Tx): Seen | undefined {
  const row = tx.select().from(secrets).where(eq(secrets.name, NAME)).get();
  return row && v.parse(Seen, JSON.parse(row.value));
}
