import { sql } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { ROOTS } from "./parse-path.ts";

/**
 * The folders of the store that an operator's path stands for: 'rocks/12' is every find of rock 12, wherever its files
 * are. Empty if there is none.
 */
export function listFoldersOf(folder: string): string[] {
  if (folder === "") return ROOTS;
  const [root, number, uuid] = folder.split("/");
  if (number === undefined || root === "albums") return [folder];
  const rows =
    root === "catalog"
      ? sql`SELECT folder FROM rocks WHERE rock_number = ${number}`
      : sql`SELECT folder FROM rock_posts WHERE rock_number = ${number} AND ${uuid ?? sql`uuid`} = uuid`;
  return getDb()
    .all<{ folder: string }>(rows)
    .map(({ folder }) => folder);
}
