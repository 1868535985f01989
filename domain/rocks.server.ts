import { sql } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import type { CatalogueItem } from "./schemas.ts";

/** The whole catalogue by number; artists' names joined by ', ', none gives 'UNKNOWN'. */
export function listCatalogue(): CatalogueItem[] {
  return getDb().all<CatalogueItem>(sql`
    SELECT rock_number,
           coalesce((SELECT group_concat(display_name, ', ')
                       FROM (SELECT u.display_name FROM rock_artists a JOIN users u USING (ra_key)
                              WHERE a.rc_key = r.rc_key ORDER BY a.rowid)), 'UNKNOWN') AS artists
      FROM rocks r ORDER BY rock_number`);
}
