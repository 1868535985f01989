import { and, eq, gt, lte } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { reviewKeys } from "#db/schema.ts";
import { hashOf } from "#core/hash.server.ts";

/** The keys in the links of the daily mails. */

/** Lets a key open finds. Forgets those that have expired. */
export function addReviewKey(
  tx: Tx,
  key: string,
  finds: number[],
  expires: Date,
  now: Date,
) {
  tx.delete(reviewKeys)
    .where(lte(reviewKeys.expires_dt, now.toISOString()))
    .run();
  tx.insert(reviewKeys)
    .values({
      key_hash: hashOf(key),
      finds: JSON.stringify(finds),
      expires_dt: expires.toISOString(),
    })
    .run();
}

/** The finds that a key opens, by `rps_key`; undefined if there is no such key, or it has expired. */
export function openReviewKey(key: string): number[] | undefined {
  const found = getDb()
    .select({ finds: reviewKeys.finds })
    .from(reviewKeys)
    .where(
      and(
        eq(reviewKeys.key_hash, hashOf(key)),
        gt(reviewKeys.expires_dt, new Date().toISOString()),
      ),
    )
    .get();
  return found && (JSON.parse(found.finds) as number[]);
}
