import { rmSync } from "node:fs";
import type { Site } from "../processes/site.ts";

/** What a site needs to go on: who signs in, its own keys, and what it says of itself. */
const KEPT = ["users", "secrets", "admin_sessions", "reports", "site_files"];

/** The folders that hold finds, rocks, albums and what was deleted. */
export const FOLDERS = ["rocks", "catalog", "albums", "trash"];

/** Takes all that people have brought to a site, as if it had just been set up. Sessions stay. */
export async function emptySite(site: Site) {
  await site.untilIdle();
  const tables = site.tables().filter((name) => !KEPT.includes(name));
  site.alter(`PRAGMA foreign_keys = OFF;
     BEGIN;
     ${tables.map((name) => `DELETE FROM ${name};`).join("\n")}
     DELETE FROM users WHERE display_name <> 'UNKNOWN';
     UPDATE users SET relation = '', dob = NULL;
     DELETE FROM sqlite_sequence;
     COMMIT;
     PRAGMA foreign_keys = ON`);
  for (const folder of [...FOLDERS, "shares", "tmp/uploads"])
    rmSync(site.inStore(folder), { recursive: true, force: true });
}
