import { msg } from "@lingui/core/macro";
import { and, asc, count, eq, gt, lt } from "drizzle-orm";
import { getDb, type Db, type Tx } from "#db/client.server.ts";
import { rateLimits } from "#db/schema.ts";
import { networkOf } from "../core/network.server.ts";
import { DomainError } from "../core/errors.ts";
import type { Limit } from "../core/settings.server.ts";

export const EVERYWHERE = "*";

/** Key of one sender: an IPv4 address, or the /64 of an IPv6 one. */
export const addressKey = (address: string) =>
  networkOf(address, { ipv4: 32, ipv6: 64 });

/**
 * Refuses if one of the limits is used up.
 * @throws {DomainError} too_many, with the seconds until there is room again
 */
export function requireWithin(
  db: Db | Tx,
  scope: string,
  key: string,
  limits: Limit[],
  now = Date.now(),
) {
  for (const limit of limits) {
    const used = and(
      eq(rateLimits.scope, scope),
      eq(rateLimits.address, key),
      gt(rateLimits.at, now - limit.ms),
    );
    const { tries } = db
      .select({ tries: count() })
      .from(rateLimits)
      .where(used)
      .get()!;
    if (tries < limit.count) continue;
    const oldest = db
      .select({ at: rateLimits.at })
      .from(rateLimits)
      .where(used)
      .orderBy(asc(rateLimits.at))
      .get();
    const wait = Math.max(
      1,
      Math.ceil(((oldest?.at ?? now) + limit.ms - now) / 1000),
    );
    throw new DomainError(
      "too_many",
      msg`That was a lot in a short time. Please try again later.`,
      { retryAfter: wait, limit: { name: scope, key } },
    );
  }
}

/** @returns the key of the row that counts it */
export function countTry(
  db: Db | Tx,
  scope: string,
  key: string,
  now = Date.now(),
) {
  const row = { scope, address: key, at: now };
  return Number(db.insert(rateLimits).values(row).run().lastInsertRowid);
}

/**
 * Limits calls that are too frequent for a row each. Counts them in memory, by `addressKey` and all together, and
 * starts again after each span of `ms`.
 * @returns a function that counts a call. It throws {DomainError} too_many, with the seconds until the next span
 */
export function createCallLimit(most: {
  each: number;
  all: number;
  ms: number;
}) {
  const calls = new Map<string, number>();
  let all = 0;
  let end = 0;
  // Not the machine's clock, which may be set back.
  return (address: string, now = performance.now()) => {
    if (now >= end) {
      calls.clear();
      all = 0;
      end = now + most.ms;
    }
    const key = addressKey(address);
    const own = calls.get(key) ?? 0;
    if (own >= most.each || all >= most.all)
      throw new DomainError("too_many", msg`Please try again later.`, {
        retryAfter: Math.ceil((end - now) / 1000),
      });
    calls.set(key, own + 1);
    all += 1;
  };
}

const LONGEST_MS = 31 * 86_400_000;

export function sweepLimits(now = Date.now()) {
  getDb()
    .delete(rateLimits)
    .where(lt(rateLimits.at, now - LONGEST_MS))
    .run();
}
