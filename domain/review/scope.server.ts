import { sql, type SQL, and, eq, gt, lte } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { reviewKeys } from "#db/schema.ts";
import { hashOf } from "#core/hash.server.ts";
import { findNotFound } from "../finds/admin/read-finds.server.ts";
import { derivativeOfFind } from "../store/paths.ts";
import type { PictureSize } from "./schemas.ts";

/** The scope of a review: the admin's, of all finds, or that of a daily mail's key, of the finds in that mail. */
export type ReviewScope =
  | { by: "admin" }
  | { by: "review"; finds: readonly number[] };

/** A condition on `rock_posts p`. */
export const inScope = (scope: ReviewScope): SQL =>
  scope.by === "admin"
    ? sql`1`
    : sql`p.rps_key IN (SELECT value FROM json_each(${JSON.stringify(scope.finds)}))`;

/** The key of a find of this review, whether or not it waits; undefined if the review has none of this uuid. */
export const getKeyInScope = (scope: ReviewScope, uuid: string) =>
  getDb().get<{ rps_key: number } | undefined>(
    sql`SELECT p.rps_key FROM rock_posts p WHERE p.uuid = ${uuid} AND ${inScope(scope)}`,
  )?.rps_key;

export function requireKeyInScope(scope: ReviewScope, uuid: string) {
  const key = getKeyInScope(scope, uuid);
  if (key === undefined) throw findNotFound();
  return key;
}

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

/** A picture of a find of this review, or of a public one, once it is ready. A new find's small ones are at once. */
export function getReviewPicture(
  scope: ReviewScope,
  uuid: string,
  name: string,
  size: PictureSize,
) {
  const image = getDb().get<{ folder: string; name: string } | undefined>(sql`
    SELECT p.folder, i.current_name AS name
      FROM rock_posts p JOIN rock_post_images i USING (rps_key)
     WHERE p.uuid = ${uuid} AND ${name} IN (i.current_name, i.earlier_name)
       AND (i.ready = 1 OR ${size} = 'sm' AND NOT i.outdated)
       AND (${inScope(scope)} OR EXISTS (SELECT 1 FROM public_images q WHERE q.rpi_key = i.rpi_key))`);
  return image && derivativeOfFind(image.folder, size, image.name);
}
