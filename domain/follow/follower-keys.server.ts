import { msg } from "@lingui/core/macro";
import { eq } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { followerKeys, followers } from "#db/schema.ts";
import { DomainError } from "#core/errors.ts";
import { hoursRun } from "#domain/limits/hours-run.server.ts";
import { hashOf } from "#core/hash.server.ts";

/** The keys in the links of mails to followers. */

export const addFollowerKey = (tx: Tx, key: string, flw_key: number) =>
  void tx
    .insert(followerKeys)
    .values({ key_hash: hashOf(key), flw_key })
    .run();

export type Follower = typeof followers.$inferSelect;

/** Undefined if there is no such key, or its follower has stopped. */
export const openKey = (
  key: string,
  db: Pick<Tx, "select"> = getDb(),
): Follower | undefined =>
  db
    .select({ follower: followers })
    .from(followerKeys)
    .innerJoin(followers, eq(followers.flw_key, followerKeys.flw_key))
    .where(eq(followerKeys.key_hash, hashOf(key)))
    .get()?.follower;

export const hasExpired = ({ expires_hour }: Follower) =>
  expires_hour !== null && expires_hour <= hoursRun();

/** @throws {DomainError} unauthorized */
export function requireFollower(key: string) {
  const follower = openKey(key);
  if (follower && !hasExpired(follower)) return follower;
  throw new DomainError(
    "unauthorized",
    msg`This link doesn’t work any more. Either you have stopped, or it wasn’t used within seven days.`,
  );
}
