import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";

/**
 * What the key of a daily mail opens.
 * @returns the keys of its finds; undefined if there is no such key, or it has expired
 */
export function openReviewKey(key: string): number[] | undefined {
  const hash = createHash("sha256").update(key).digest("hex");
  const digest = getDb().get<{ digest_key: number } | undefined>(
    sql`SELECT digest_key FROM digests WHERE key_hash = ${hash} AND expires_dt > ${new Date().toISOString()}`,
  );
  if (!digest) return undefined;
  return getDb()
    .all<{ rps_key: number }>(
      sql`SELECT rps_key FROM digest_finds WHERE digest_key = ${digest.digest_key}`,
    )
    .map(({ rps_key }) => rps_key);
}
