import { sql, type SQL } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";

/** Links between rocks and artists, while the rock or the artist is in the trash. */

type RockOrArtist = { rc_key: number } | { ra_key: number };

const isOf = (of: RockOrArtist): SQL =>
  "rc_key" in of ? sql`rc_key = ${of.rc_key}` : sql`ra_key = ${of.ra_key}`;

/** Keeps the links of a rock or an artist that is about to be deleted. */
export function keepLinks(tx: Tx, of: RockOrArtist) {
  tx.run(sql`
    INSERT OR REPLACE INTO trashed_rock_artists (rc_key, ra_key, place)
    SELECT rc_key, ra_key, rowid FROM rock_artists WHERE ${isOf(of)}`);
}

/** Drops the kept links of a rock or an artist that can't come back. */
export const forgetLinks = (tx: Tx, of: RockOrArtist) =>
  void tx.run(sql`DELETE FROM trashed_rock_artists WHERE ${isOf(of)}`);

/** Brings back the links whose rock and artist are both there, in their old order. */
export function restoreLinks(tx: Tx) {
  const links = tx.all<{ rc_key: number; ra_key: number; place: number }>(sql`
    SELECT rc_key, ra_key, place FROM trashed_rock_artists
     WHERE rc_key IN (SELECT rc_key FROM rocks) AND ra_key IN (SELECT ra_key FROM users)
     ORDER BY place`);
  for (const { rc_key, ra_key, place } of links) {
    // SQLite gives another rowid if a newer link has the old one.
    tx.run(sql`
      INSERT OR IGNORE INTO rock_artists (rowid, rc_key, ra_key)
      VALUES ((SELECT ${place} WHERE NOT EXISTS (SELECT 1 FROM rock_artists WHERE rowid = ${place})),
              ${rc_key}, ${ra_key})`);
    tx.run(
      sql`DELETE FROM trashed_rock_artists WHERE rc_key = ${rc_key} AND ra_key = ${ra_key}`,
    );
  }
}
