import type { Site } from "../processes/site.ts";

const pictures = [
  { table: "rock_post_images", key: "rpi_key" },
  { table: "photos", key: "p_key" },
];

/** Makes the site's database count, from now on, how often each picture becomes ready. */
export function countApplied(site: Site) {
  site.alter("CREATE TABLE applied (of TEXT, key INTEGER)");
  for (const { table, key } of pictures)
    site.alter(`CREATE TRIGGER count_${table} AFTER UPDATE OF ready ON ${table} WHEN new.ready
      BEGIN INSERT INTO applied VALUES ('${table}', new.${key}); END`);
}

/** Lists all pictures of finds and albums: whether each is ready, and how often a result was applied to it. */
export const listApplied = (site: Site) =>
  pictures.flatMap(({ table, key }) =>
    site.query<{
      ready: number;
      error: string | null;
      applied: number;
    }>(`SELECT ready, error,
              (SELECT count(*) FROM applied WHERE of = '${table}' AND applied.key = picture.${key}) AS applied
         FROM ${table} picture`),
  );
