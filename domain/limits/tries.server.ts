import { msg } from "@lingui/core/macro";
import { DomainError } from "#core/errors.ts";
import { networkOf } from "#core/network.server.ts";
import { remember } from "#core/remember.server.ts";
import { getSettings, type Limit } from "#core/settings.server.ts";

/** Limits of how often somebody may try something. They are kept in memory: a new start forgets them. */

export const EVERYWHERE = "*";

/** Key of one sender: an IPv4 address, or the /64 of an IPv6 one. */
export const addressKey = (address: string) =>
  networkOf(address, { ipv4: 32, ipv6: 64 });

/** The limits of one try: of its sender, and of wider circles. */
export type Limits = ReadonlyMap<string, readonly Limit[]>;

/** Times of the counted tries on the monotonic clock (ms), oldest first, by scope and key. */
const counted = () => remember("tries", () => new Map<string, number[]>());

const nameOf = (scope: string, key: string) => `${scope} ${key}`;

/** The first key of which a limit is used up, and the seconds until there is room again. */
export function findUsedUp(
  scope: string,
  limits: Limits,
  now = performance.now(),
) {
  for (const [key, ofKey] of limits) {
    const times = counted().get(nameOf(scope, key)) ?? [];
    for (const { count, ms } of ofKey) {
      const wait = (times.at(-count) ?? -Infinity) + ms - now;
      if (wait > 0) return { key, seconds: Math.ceil(wait / 1000) };
    }
  }
  return undefined;
}

export function requireWithin(scope: string, limits: Limits, now?: number) {
  const usedUp = findUsedUp(scope, limits, now);
  if (!usedUp) return;
  throw new DomainError(
    "too_many",
    msg`That was a lot in a short time. Please try again later.`,
    {
      retryAfter: usedUp.seconds,
      limit: { name: scope, key: usedUp.key },
    },
  );
}

/** Counts a try. @throws {DomainError} too_many; then it isn't counted */
export function takeTry(
  scope: string,
  limits: Limits,
  now = performance.now(),
) {
  requireWithin(scope, limits, now);
  for (const [key, ofKey] of limits) {
    const most = Math.max(0, ...ofKey.map(({ count }) => count));
    if (most === 0) continue;
    const times = counted().get(nameOf(scope, key)) ?? [];
    counted().set(nameOf(scope, key), [...times, now].slice(-most));
  }
}

export function uncountTry(scope: string, limits: Limits) {
  for (const key of limits.keys()) counted().get(nameOf(scope, key))?.pop();
}

/** The longest span of a limit is a month. */
const LONGEST_MS = 31 * 86_400_000;

export function sweepTries(now = performance.now()) {
  for (const [name, times] of counted())
    if ((times.at(-1) ?? 0) < now - LONGEST_MS) counted().delete(name);
}

const UPLOAD = "upload";

export function uploadLimits(address: string): Limits {
  const { UPLOAD_LIMITS, UPLOAD_LIMIT_TOTAL } = getSettings();
  return new Map([
    [addressKey(address), UPLOAD_LIMITS],
    [EVERYWHERE, UPLOAD_LIMIT_TOTAL],
  ]);
}

export const requireUploadAllowed = (address: string) =>
  requireWithin(UPLOAD, uploadLimits(address));

/** Counts a find. @throws {DomainError} too_many */
export const countUpload = (address: string) =>
  takeTry(UPLOAD, uploadLimits(address));

const COUNTED = new Set([
  "bad_input",
  "not_an_image",
  "too_large",
  "timed_out",
]);

/** So that nobody can have files checked without end. @throws {DomainError} too_many */
export function countRefusal(address: string, error: unknown) {
  if (!(error instanceof DomainError) || !COUNTED.has(error.kind)) return;
  const own = addressKey(address);
  takeTry(UPLOAD, new Map([[own, getSettings().UPLOAD_LIMITS]]));
}
