import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { plainPicture } from "../plain-picture.ts";
import type { Site } from "../processes/site.ts";
import { site } from "#tests/setup/current-site.ts";

interface NewPost {
  rock: number;
  /** YYYY-MM-DD */
  date?: string;
  location?: string;
  comment?: string;
  at?: [latitude: number, longitude: number];
  /** Metres. */
  precision?: number;
  show?: boolean;
  /** How many pictures the find has. Their derivatives are there too. */
  pictures?: number;
}

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Deletes all rocks, finds and artists of a site. */
export const emptyRocks = (site: Site) =>
  site.alter(`DELETE FROM rock_pins; DELETE FROM rock_post_images; DELETE FROM rock_posts;
     DELETE FROM rock_artists; DELETE FROM rocks; DELETE FROM users WHERE display_name <> 'UNKNOWN'`);

/** Adds rocks without pictures to the catalogue. */
export function addRocks(site: Site, rocks: [number, ...artists: string[]][]) {
  for (const [number, ...artists] of rocks) {
    site.alter(
      `INSERT INTO rocks (rock_number, original_file, ready) VALUES (${number}, 'a.png', 1)`,
    );
    for (const artist of artists)
      site.alter(`INSERT OR IGNORE INTO users (display_name) VALUES (${quote(artist)});
         INSERT INTO rock_artists SELECT rc_key, ra_key FROM rocks, users
          WHERE rock_number = ${number} AND display_name = ${quote(artist)}`);
  }
  countFinds(site);
}

/** Adds finds to a site, in the order of their upload, and updates pins and counts. Returns their uuids. */
export async function addPosts(site: Site, posts: NewPost[]) {
  const uuids = posts.map(() => randomUUID() as string);
  const rows = posts.map(
    (
      {
        rock,
        date = "2026-05-17",
        location = "A bench",
        comment = "There it lay.",
        at,
        precision = 0,
        show = true,
      },
      index,
    ) =>
      `(${rock}, '${uuids[index]}', '${date}T00:00:00Z', ${quote(location)}, ${quote(comment)},
        ${at ? at.join(", ") : "NULL, NULL"}, ${precision}, ${Number(show)})`,
  );
  site.alter(`INSERT INTO rock_posts (rock_number, uuid, date, location, comment, latitude, longitude, precision, show)
     VALUES ${rows.join(",")}`);
  for (const [index, { rock, pictures = 0 }] of posts.entries())
    for (let picture = 1; picture <= pictures; picture++)
      await addPicture(site, rock, uuids[index]!, `p${picture}`);
  site.alter(`DELETE FROM rock_pins;
     INSERT INTO rock_pins SELECT rps_key, rock_number, latitude, longitude FROM (
       SELECT *, row_number() OVER (PARTITION BY rock_number ORDER BY date DESC, create_dt DESC, rps_key DESC) AS newest
         FROM public_finds WHERE latitude IS NOT NULL) WHERE newest = 1 OR rock_number = 0`);
  countFinds(site);
  return uuids;
}

const countFinds = (site: Site) =>
  site.alter(
    `UPDATE rocks SET shown_posts = (SELECT count(*) FROM rock_posts p WHERE p.rock_number = rocks.rock_number AND p.show)`,
  );

async function addPicture(
  site: Site,
  rock: number,
  uuid: string,
  name: string,
) {
  site.alter(`INSERT INTO rock_post_images (rps_key, original_name, current_name, original_file, ready, width, height)
     SELECT rps_key, '${name}.png', '${name}', '${name}.png', 1, 640, 480 FROM rock_posts WHERE uuid = '${uuid}'`);
  for (const [folder, width, height] of [
    ["sm", 320, 240],
    ["webp", 640, 480],
  ] as const) {
    const file = site.inStore(
      "rocks",
      String(rock),
      uuid,
      folder,
      `${name}.webp`,
    );
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, await plainPicture(width, height, "#a86"));
  }
}

export const keyOfPost = (uuid: string) =>
  site.query<{ rps_key: number }>(
    `SELECT rps_key FROM rock_posts WHERE uuid = '${uuid}'`,
  )[0]!.rps_key;
