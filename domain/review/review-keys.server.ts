import { createHash } from "node:crypto";
import { and, asc, eq, gt } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { digestFinds, digests } from "#db/schema.ts";

/** The keys in the links of the daily mails. The database has only their hashes. */

export const hashReviewKey = (key: string) =>
  createHash("sha256").update(key).digest("hex");

/** The finds that a key opens, by `rps_key`; undefined if there is no such key, or it has expired. */
export function openReviewKey(key: string): number[] | undefined {
  const db = getDb();
  const digest = db
    .select({ digest_key: digests.digest_key })
    .from(digests)
    .where(
      and(
        eq(digests.key_hash, hashReviewKey(key)),
        gt(digests.expires_dt, new Date().toISOString()),
      ),
    )
    .get();
  return (
    digest &&
    db
      .select({ rps_key: digestFinds.rps_key })
      .from(digestFinds)
      .where(eq(digestFinds.digest_key, digest.digest_key))
      .orderBy(asc(digestFinds.rps_key))
      .all()
      .map(({ rps_key }) => rps_key)
  );
}
