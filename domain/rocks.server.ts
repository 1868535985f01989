import { sql } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import type { CatalogueItem } from "./schemas.ts";

/**
 * The catalogue by number, whole or `limit` rocks with a number above `after`. Artists' names are
 * joined by ', '; none gives 'UNKNOWN'.
 */
export function listCatalogue({
  limit,
  after = 0,
}: { limit?: number; after?: number } = {}): CatalogueItem[] {
  return getDb().all<CatalogueItem>(sql`
    SELECT rock_number,
           coalesce((SELECT group_concat(display_name, ', ')
                       FROM (SELECT u.display_name FROM rock_artists a JOIN users u USING (ra_key)
                              WHERE a.rc_key = r.rc_key ORDER BY a.rowid)), 'UNKNOWN') AS artists
      FROM rocks r WHERE rock_number > ${after}
     ORDER BY rock_number LIMIT ${limit ?? -1}`);
}
