import { and, eq, gt } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { securityEvents } from "#db/schema.ts";
import { networkOf } from "#core/network.server.ts";
import { getSettings } from "#core/settings.server.ts";
import {
  addressKey,
  EVERYWHERE,
  findUsedUp,
  requireWithin,
  takeTry,
  uncountTry,
  type Limits,
} from "./tries.server.ts";

/**
 * Number of times that somebody may try to sign in: `LOGIN_LIMIT` from one address, and multiples of it from the
 * networks around it and from everywhere. The multiples are a trade-off. If they are large, a botnet or the
 * owner of an IPv6 /48 can guess for ever. If they are small, a few strangers use them up and lock the
 * admin out. So a network from which the admin has signed in within the last 31 days only has its own limits: however
 * many strangers guess elsewhere, the admin still gets in from home.
 */
const SCOPE = "login";
const TIMES = { everywhere: 20, site: 8, network: 4 };
const DAY_MS = 86_400_000;

const siteOf = (address: string) => networkOf(address, { ipv4: 24, ipv6: 48 });

function limitsOf(address: string): Limits {
  const times = (factor: number) =>
    getSettings().LOGIN_LIMIT.map(({ count, ms }) => ({
      count: count * factor,
      ms,
    }));
  // If two of them are the same network, the later one counts.
  return new Map([
    ...(isKnown(siteOf(address))
      ? []
      : [[EVERYWHERE, times(TIMES.everywhere)] as const]),
    [siteOf(address), times(TIMES.site)],
    [networkOf(address, { ipv4: 24, ipv6: 56 }), times(TIMES.network)],
    [addressKey(address), times(1)],
  ]);
}

/** Whether the admin has signed in from this network. */
const isKnown = (network: string, db: Pick<Tx, "select"> = getDb()) =>
  db
    .select({ key: securityEvents.event_key })
    .from(securityEvents)
    .where(
      and(
        eq(securityEvents.what, "signed-in"),
        eq(securityEvents.address_prefix, network),
        gt(securityEvents.at, new Date(Date.now() - 31 * DAY_MS).toISOString()),
      ),
    )
    .get() !== undefined;

/** @throws {DomainError} too_many */
export const requireSignInAllowed = (address: string) =>
  requireWithin(SCOPE, limitsOf(address));

/**
 * Counts a try before anything is checked, so that many at once can't get past the limit.
 * @returns takes it back, because it turned out to be right
 * @throws {DomainError} too_many
 */
export function countSignIn(address: string) {
  const limits = limitsOf(address);
  takeTry(SCOPE, limits);
  return () => uncountTry(SCOPE, limits);
}

const CODE = "second-factor";
/**
 * Wrong codes of the app that follow the right password, from everywhere in a day. Of a million codes three are right
 * at a time, so somebody who knows the password guesses one in 18 years on average. A network from which the admin
 * signed in has as many of its own, because that somebody could lock the admin out otherwise.
 */
const CODES = [{ count: 50, ms: DAY_MS }];

const codeLimits = (tx: Tx, address: string): Limits =>
  new Map([
    [isKnown(siteOf(address), tx) ? siteOf(address) : EVERYWHERE, CODES],
  ]);

export const isCodeAllowed = (tx: Tx, address: string) =>
  findUsedUp(CODE, codeLimits(tx, address)) === undefined;

export const countWrongCode = (tx: Tx, address: string) =>
  takeTry(CODE, codeLimits(tx, address));
