import { sql } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { ROOTS } from "./parse-path.ts";

/**
 * Resolves an operator's path to folders of the store. 'rocks/12' means the finds of rock 12, wherever their files are.
 * @returns an empty list if there is no such find or rock
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
