import path from "node:path";
import { sql } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { siteFiles } from "#db/schema.ts";
import { writeWhenFree } from "#db/write.server.ts";
import { getFileNow, isSameFile, onDisk } from "#domain/store/disk.server.ts";
import { isLeaving } from "#domain/store/removals.server.ts";
import type { Sum } from "./examine.server.ts";

/** Saves the first checksums of originals, unless a row has one by now or names another file. */
export const saveSums = (sums: Sum[]) =>
  writeWhenFree((tx) => {
    for (const sum of sums)
      if (sum.row) saveForRow(tx, sum, sum.row);
      else saveForSite(tx, sum);
  });

const KEYS = { rock_post_images: "rpi_key", rocks: "rc_key", photos: "p_key" };

function saveForRow(
  tx: Tx,
  { place, bytes, mtime_ms, sha256 }: Sum,
  { table, key }: NonNullable<Sum["row"]>,
) {
  // An operator may have changed a photo's file since the last sync. Then the next sync takes it over.
  const isAsSynced =
    table === "photos"
      ? sql`AND (bytes IS NULL OR (bytes = ${bytes} AND mtime_ms = ${mtime_ms}))`
      : sql``;
  tx.run(sql`
    UPDATE ${sql.identifier(table)} SET sha256 = ${sha256}
     WHERE ${sql.identifier(KEYS[table])} = ${key} AND sha256 IS NULL
       AND original_file = ${path.posix.basename(place)} ${isAsSynced}`);
}

/** A picture of the site's own pages. It may be on its way out. */
function saveForSite(tx: Tx, { place, bytes, mtime_ms, sha256 }: Sum) {
  const found = getFileNow(onDisk(place));
  if (!found || !isSameFile(found, { bytes, mtime_ms }) || isLeaving(place, tx))
    return;
  const read = { bytes, mtime_ms, sha256 };
  tx.insert(siteFiles)
    .values({ path: place, ...read })
    .onConflictDoUpdate({ target: siteFiles.path, set: read })
    .run();
}
