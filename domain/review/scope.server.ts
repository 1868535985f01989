import { sql, type SQL } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";

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
