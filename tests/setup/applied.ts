import Database from "better-sqlite3";
import { query } from "./calls.ts";
import type { Site } from "./site.ts";

/** Has the site's database count, from now on, how often a find's image is made ready. */
export function countApplied(site: Site) {
  const db = new Database(site.databasePath);
  db.exec(`
    CREATE TABLE applied (rpi_key INTEGER);
    CREATE TRIGGER count_applied AFTER UPDATE OF ready ON rock_post_images WHEN new.ready
    BEGIN INSERT INTO applied VALUES (new.rpi_key); END`);
  db.close();
}

/** The images of finds, each with whether it is ready and how often a result was applied to it. */
export const listApplied = (site: Site) =>
  query<{ ready: number; error: string | null; applied: number }>(
    site,
    `SELECT ready, error, (SELECT count(*) FROM applied a WHERE a.rpi_key = i.rpi_key) AS applied
       FROM rock_post_images i`,
  );
