import { and, eq, gt, lte } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { write } from "#db/write.server.ts";
import { pendingSignIns, securityEvents } from "#db/schema.ts";
import { DomainError } from "#core/errors.ts";
import { hashOf } from "#core/hash.server.ts";
import { getSettings } from "#core/settings.server.ts";
import { withLock } from "#core/with-lock.server.ts";
import {
  EVERYWHERE,
  addressKey,
  findUsedUp,
  requireWithin,
  takeTry,
  uncountTry,
  type Limits,
} from "../limits/tries.server.ts";
import { isRight, type Credentials } from "./credentials.server.ts";
import {
  isOfApp,
  isSecondFactorOn,
  readCode,
  takeCode,
  type GivenCode,
} from "./second-factor.server.ts";
import { recordRefusal, type Sender } from "./security-events.server.ts";
import { beginSession, confirmSession, newId } from "./sessions.server.ts";
import { networkOf } from "#core/network.server.ts";

export const PENDING_MS = 300_000;

type From = Parameters<typeof beginSession>[1];

/** The id of the session that begins, or of the sign-in that waits for a code. Undefined if something is wrong. */
type SignIn = { session: string } | { pending: string } | undefined;

/** Counts a check as a sign-in. They run one after the other: hashing takes one thread, and none escapes the count. */
async function counted<T>(
  address: string,
  check: (takeBack: () => void) => Promise<T> | T,
): Promise<T> {
  // Refuses before it waits, so that a flood of tries does not make the admin wait.
  requireWithin(SCOPE, limitsOf(address));
  return whileNobodySignsIn(async () => check(countSignIn(address)));
}

/** Runs a change of the credentials while no sign-in with the ones before is half-way through. */
export const whileNobodySignsIn = <T>(run: () => Promise<T>) =>
  withLock("sign-in", run);

/** The code may come with the password, or later to `finishSignIn`. With it, a wrong one looks like a wrong password. */
export const signIn = (
  { code, ...given }: Credentials & { code?: string },
  from: From,
): Promise<SignIn> =>
  counted(from.address, async (takeBack) => {
    const isPasswordRight = await isRight(given);
    const read = code === undefined ? undefined : await readCode(code);
    return write((tx) => {
      if (!isPasswordRight) return refuse(tx, from);
      if (!isSecondFactorOn(tx)) return begin(tx, takeBack, from);
      if (read === undefined) {
        takeBack();
        return { pending: beginPending(tx) };
      }
      return isCodeRight(tx, read, from)
        ? begin(tx, takeBack, from)
        : refuse(tx, from);
    });
  });

export const finishSignIn = (
  pending: string,
  code: string,
  from: From,
): Promise<SignIn | "expired"> =>
  counted(from.address, async (takeBack) => {
    const read = await readCode(code);
    return write((tx) => {
      if (!isPending(pending, tx)) {
        takeBack();
        return "expired";
      }
      if (!mayEnter(tx, read, from)) throw tooManyCodes();
      if (!checkCode(tx, read, from)) return refuse(tx, from);
      endPending(pending, tx);
      return begin(tx, takeBack, from);
    });
  });

export const confirmSignIn = (
  session: string,
  { password, code }: { password: string; code: string },
  from: Sender,
): Promise<void> =>
  counted(from.address, async (takeBack) => {
    const { ADMIN_USERNAME: username } = getSettings();
    const isPasswordRight = await isRight({ username, password });
    const read = await readCode(code);
    const isDone = write((tx) => {
      const needsCode = isSecondFactorOn(tx);
      // Checked even if the password is wrong, so that the refusal doesn't tell whether it is.
      if (needsCode && !mayEnter(tx, read, from)) throw tooManyCodes();
      if (!isPasswordRight || (needsCode && !checkCode(tx, read, from))) {
        refuse(tx, from);
        return false;
      }
      takeBack();
      confirmSession(tx, session);
      return true;
    });
    if (!isDone) throw notConfirmed("That is not right. Each code works once.");
  });

/** The refusal of a call that needs a confirmation. Its fields say what to enter. */
export const notConfirmed = (
  message = "Please enter your password again for this.",
) =>
  new DomainError("forbidden", message, {
    fields: {
      password: message,
      ...(isSecondFactorOn() ? { code: message } : {}),
    },
  });

/** A recovery code may be entered after any number of wrong codes. */
const mayEnter = (tx: Tx, { code }: GivenCode, { address }: Sender) =>
  !isOfApp(code) || !findUsedUp(CODE, codeLimits(tx, address));

const tooManyCodes = () =>
  new DomainError(
    "too_many",
    "Too many wrong codes today. Enter a recovery code, or try again tomorrow.",
    { retryAfter: 3600, limit: { name: "second-factor", key: EVERYWHERE } },
  );

/** Takes the code that comes with a password, and counts a wrong one. */
export const isCodeRight = (tx: Tx, given: GivenCode, from: Sender) =>
  mayEnter(tx, given, from) && checkCode(tx, given, from);

function checkCode(tx: Tx, given: GivenCode, from: Sender) {
  const isTaken = takeCode(tx, given, from);
  if (!isTaken && isOfApp(given.code))
    takeTry(CODE, codeLimits(tx, from.address));
  return isTaken;
}

function refuse(tx: Tx, from: Sender) {
  recordRefusal(tx, from);
  return undefined;
}

function begin(tx: Tx, takeBack: () => void, from: From) {
  takeBack();
  return { session: beginSession(tx, from) };
}

function beginPending(tx: Tx) {
  const id = newId();
  const now = Date.now();
  tx.delete(pendingSignIns).where(lte(pendingSignIns.expires_at, now)).run();
  tx.insert(pendingSignIns)
    .values({ id_hash: hashOf(id), expires_at: now + PENDING_MS })
    .run();
  return id;
}

export const isPending = (id: string, db: Pick<Tx, "select"> = getDb()) =>
  db
    .select()
    .from(pendingSignIns)
    .where(
      and(
        eq(pendingSignIns.id_hash, hashOf(id)),
        gt(pendingSignIns.expires_at, Date.now()),
      ),
    )
    .get() !== undefined;

export const endPending = (id: string, db: Pick<Tx, "delete"> = getDb()) =>
  void db
    .delete(pendingSignIns)
    .where(eq(pendingSignIns.id_hash, hashOf(id)))
    .run();

/**
 * Multiples of `LOGIN_LIMIT` for the networks around an address and for everywhere. Large ones let a botnet guess for
 * ever, small ones let strangers lock the admin out. So a network from which the admin has signed in within 31 days
 * has limits of its own.
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

/** Counts before anything is checked, so that many at once can't pass. @returns takes it back if it was right */
export function countSignIn(address: string) {
  const limits = limitsOf(address);
  takeTry(SCOPE, limits);
  return () => uncountTry(SCOPE, limits);
}

const CODE = "second-factor";
/**
 * Wrong app codes after the right password, from everywhere in a day: a guess takes 18 years on average. A known
 * network has as many of its own, so that whoever guesses can't lock the admin out.
 */
const CODES = [{ count: 50, ms: DAY_MS }];

const codeLimits = (tx: Tx, address: string): Limits =>
  new Map([
    [isKnown(siteOf(address), tx) ? siteOf(address) : EVERYWHERE, CODES],
  ]);
