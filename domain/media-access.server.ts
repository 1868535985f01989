import { sql } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { postFolder, type MediaFile } from "./media-store.server.ts";

export type Access = "everyone" | "admin" | "nobody";

/** Who may see a picture as of now, and where its file stands. */
export function accessTo(file: MediaFile): { access: Access; path: string } {
  const { path } = file;
  if (file.of === "site") return { access: "everyone", path };
  if (file.of === "catalogue") {
    const rock = getDb().get(
      sql`SELECT 1 FROM rocks WHERE rock_number = ${file.rockNumber}`,
    );
    return { access: rock ? "everyone" : "nobody", path };
  }
  if (file.of === "photo") {
    const row = getDb().get<{ shown: number } | undefined>(sql`
      SELECT a.show AND p.show AND NOT p.missing AS shown FROM albums a JOIN photos p USING (pa_key)
       WHERE a.name = ${file.album} AND p.name = ${file.photo}`);
    return { access: accessOf(row), path };
  }
  const row = getDb().get<
    { shown: number; moving_from: number | null } | undefined
  >(sql`
    SELECT p.show AND i.show AS shown, p.moving_from
      FROM rock_posts p JOIN rock_post_images i USING (rps_key)
     WHERE p.uuid = ${file.uuid} AND p.rock_number = ${file.rockNumber} AND i.current_name = ${file.image}`);
  // While a folder is on its way to a new number, its files still stand under the old one.
  const moved = row?.moving_from ?? file.rockNumber;
  return {
    access: accessOf(row),
    path: path.replace(
      postFolder(file.rockNumber, file.uuid),
      postFolder(moved, file.uuid),
    ),
  };
}

const accessOf = (row: { shown: number } | undefined): Access =>
  row === undefined ? "nobody" : row.shown ? "everyone" : "admin";
