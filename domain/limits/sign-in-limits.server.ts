import { and, count, eq, gt, inArray } from "drizzle-orm";
import type { Db, Tx } from "#db/client.server.ts";
import { rateLimits } from "#db/schema.ts";
import { networkOf } from "../core/network.server.ts";
import {
  addressKey,
  countTry,
  EVERYWHERE,
  requireWithin,
} from "./rate-limits.server.ts";
import { getSettings } from "../core/settings.server.ts";

/**
 * How often somebody may try to sign in: `LOGIN_LIMIT` from one address, and multiples of it from the
 * networks around it and from everywhere. The multiples are a trade-off. If they are large, a botnet or the
 * owner of an IPv6 /48 can guess for ever. If they are small, a few strangers use them up and lock the
 * admin out. So an address from which the admin has signed in within the last 31 days only has its own
 * limit: however many strangers guess, the admin still gets in from home.
 */
const SCOPE = "login";
const SIGNED_IN = "signed-in";
const TIMES = { everywhere: 20, site: 8, network: 4 };

/** The networks that a try counts for, and how many times `LOGIN_LIMIT` each of them has. */
function limitsOf(db: Db | Tx, address: string): Map<string, number> {
  const own = addressKey(address);
  if (isKnown(db, own)) return new Map([[own, 1]]);
  // If two of them are the same network, the later one counts.
  return new Map([
    [EVERYWHERE, TIMES.everywhere],
    [networkOf(address, { ipv4: 24, ipv6: 48 }), TIMES.site],
    [networkOf(address, { ipv4: 24, ipv6: 56 }), TIMES.network],
    [own, 1],
  ]);
}

const isKnown = (db: Db | Tx, key: string) =>
  db
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .where(and(eq(rateLimits.scope, SIGNED_IN), eq(rateLimits.address, key)))
    .get() !== undefined;

/** @throws {DomainError} too_many */
export function requireSignInAllowed(db: Db | Tx, address: string) {
  for (const [key, times] of limitsOf(db, address))
    requireWithin(
      db,
      SCOPE,
      key,
      getSettings().LOGIN_LIMIT.map(({ count, ms }) => ({
        count: count * times,
        ms,
      })),
    );
}

/**
 * Counts a try before anything is checked, so that many at once can't get past the limit.
 * @returns what `takeBack` needs if it turns out to be right
 * @throws {DomainError} too_many
 */
export function countSignIn(db: Tx, address: string): number[] {
  requireSignInAllowed(db, address);
  return [...limitsOf(db, address).keys()].map((key) =>
    countTry(db, SCOPE, key),
  );
}

export const uncount = (db: Tx, counted: number[]) =>
  void db.delete(rateLimits).where(inArray(rateLimits.key, counted)).run();

/** A right sign-in costs no try, and its address is known from then on. */
export function takeBack(db: Tx, counted: number[], address: string) {
  const own = addressKey(address);
  uncount(db, counted);
  db.delete(rateLimits)
    .where(and(eq(rateLimits.scope, SIGNED_IN), eq(rateLimits.address, own)))
    .run();
  countTry(db, SIGNED_IN, own);
}

const CODE = "second-factor";
/**
 * Wrong codes of the app that follow the right password, from everywhere in a day. Of a million codes three are right
 * at a time, so somebody who knows the password guesses one in 18 years on average. An address from which the admin
 * signed in has as many of its own, because that somebody could lock the admin out otherwise.
 */
const CODES = { count: 50, ms: 86_400_000 };

export function isCodeAllowed(db: Tx, address: string) {
  const own = addressKey(address);
  const { wrong } = db
    .select({ wrong: count() })
    .from(rateLimits)
    .where(
      and(
        eq(rateLimits.scope, CODE),
        gt(rateLimits.at, Date.now() - CODES.ms),
        isKnown(db, own) ? eq(rateLimits.address, own) : undefined,
      ),
    )
    .get()!;
  return wrong < CODES.count;
}

export const countWrongCode = (db: Tx, address: string) =>
  void countTry(db, CODE, addressKey(address));
