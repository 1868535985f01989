import { existsSync, readFileSync } from "node:fs";
import { sumOf } from "../files.ts";
import type { Site } from "../processes/site.ts";

/** A find as the finder sent it. */
export interface SentFind {
  /** No other find has it. Without an apostrophe. */
  comment: string;
  pictures: { name: string; buffer: Buffer }[];
}

export const listArrived = (site: Site, { comment }: { comment: string }) =>
  site.query<{ rps_key: number; uuid: string; rock_number: number }>(
    `SELECT * FROM rock_posts WHERE comment = '${comment}'`,
  );

/** Says what is wrong with a find at the site, in words; nothing if it is there once, with each original as it was. */
export function findFault(site: Site, find: SentFind) {
  const [arrived, ...more] = listArrived(site, find);
  if (!arrived) return "has not arrived";
  if (more.length > 0) return "is doubled";
  const images = site.query<
    Record<string, string>
  >(`SELECT original_name, original_file, original_state FROM rock_post_images
     WHERE rps_key = ${arrived.rps_key} ORDER BY rpi_key`);
  if (images.length > find.pictures.length) return "has a doubled picture";
  if (images.length < find.pictures.length) return "lacks a picture";
  for (const [n, { name, buffer }] of find.pictures.entries()) {
    const { original_name, original_file, original_state } = images[n]!;
    if (original_state === "pending")
      return `waits for the original of ${name}`;
    if (original_name !== name) return `has ${original_name} for ${name}`;
    const file = site.inStore(
      `rocks/${arrived.rock_number}/${arrived.uuid}/original/${original_file}`,
    );
    if (!existsSync(file)) return `has no file of ${name}`;
    if (sumOf(readFileSync(file)) !== sumOf(buffer))
      return `has another file for ${name}`;
  }
  return undefined;
}
