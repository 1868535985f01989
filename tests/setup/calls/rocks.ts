import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { plainPicture } from "../plain-picture.ts";
import type { Site } from "../processes/site.ts";
import { site } from "#tests/setup/current-site.ts";

interface NewPost {
  rock?: number;
  /** YYYY-MM-DD */
  date?: string;
  location?: string;
  comment?: string;
  name?: string;
  email?: string;
  at?: [latitude: number, longitude: number];
  /** Metres. */
  precision?: number;
  suggestion?: object;
  show?: boolean;
  /** How many pictures the find has. Their derivatives are there too. */
  pictures?: number;
}

/** Deletes all rocks, finds and artists of a site. */
export const emptyRocks = (site: Site) =>
  site.alter(`DELETE FROM rock_pins; DELETE FROM rock_post_images; DELETE FROM rock_posts;
     DELETE FROM rock_artists; DELETE FROM rocks; DELETE FROM users WHERE display_name <> 'UNKNOWN'`);

/** Adds a rock to a site's catalogue. Its picture isn't in the store. */
export const addRock = (site: Site, rock_number: number, comment = "") =>
  site.insert("rocks", {
    ...{ rock_number, comment, original_file: "x.png", ready: 1 },
  });

/** Adds rocks with their artists to the catalogue. */
export function addRocks(site: Site, rocks: [number, ...artists: string[]][]) {
  for (const [rock_number, ...artists] of rocks) {
    const key = addRock(site, rock_number);
    for (const artist of artists) {
      site.alterWith(
        "INSERT OR IGNORE INTO users (display_name) VALUES (?)",
        artist,
      );
      site.alterWith(
        "INSERT INTO rock_artists SELECT ?, ra_key FROM users WHERE display_name = ?",
        ...[key, artist],
      );
    }
  }
  countFinds(site);
}

/** Adds a find without pictures to a site. Returns its key. */
export const addPost = (
  site: Site,
  { rock = 214, date, at, show = true, suggestion, ...texts }: NewPost,
) =>
  site.insert("rock_posts", {
    uuid: randomUUID(),
    rock_number: rock,
    date: `${date ?? "2026-05-17"}T00:00:00Z`,
    location: "A bench",
    comment: "There it lay.",
    latitude: at?.[0],
    longitude: at?.[1],
    suggestion: suggestion && JSON.stringify(suggestion),
    show: Number(show),
    ...texts,
  });

/** A find of each of the rocks 1, 2, 3 … */
export const oneEach = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ rock: index + 1 }));

/** Adds finds to a site, in the order of their upload, and updates pins and counts. Returns their uuids. */
export async function addPosts(site: Site, posts: NewPost[]) {
  const images: [rock: number, uuid: string, name: string][] = [];
  const add = ({ pictures = 0, ...post }: NewPost) => {
    const rps_key = addPost(site, post);
    const uuid = uuidOf(site, rps_key);
    for (let n = 1; n <= pictures; n++) {
      site.insert("rock_post_images", {
        ...{ rps_key, original_name: `p${n}.png`, current_name: `p${n}` },
        ...{ original_file: `p${n}.png`, ready: 1, width: 640, height: 480 },
      });
      images.push([post.rock ?? 214, uuid, `p${n}`]);
    }
    return uuid;
  };
  const uuids = site.change(() => posts.map(add));
  site.alter(`DELETE FROM rock_pins;
     INSERT INTO rock_pins SELECT rps_key, rock_number, latitude, longitude FROM (
       SELECT *, row_number() OVER (PARTITION BY rock_number ORDER BY date DESC, create_dt DESC, rps_key DESC) AS newest
         FROM public_finds WHERE latitude IS NOT NULL) WHERE newest = 1 OR rock_number = 0`);
  for (const image of images) await writeDerivatives(site, ...image);
  countFinds(site);
  return uuids;
}

const countFinds = (site: Site) =>
  site.alter(
    `UPDATE rocks SET shown_posts = (SELECT count(*) FROM rock_posts p WHERE p.rock_number = rocks.rock_number AND p.show)`,
  );

async function writeDerivatives(
  site: Site,
  rock: number,
  uuid: string,
  name: string,
) {
  for (const [folder, width, height] of [
    ["sm", 320, 240],
    ["webp", 640, 480],
  ] as const) {
    const file = site.inStore(`rocks/${rock}/${uuid}/${folder}/${name}.webp`);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, await plainPicture(width, height, "#a86"));
  }
}

export const uuidOf = (site: Site, rps_key: number) =>
  site.column(`SELECT uuid FROM rock_posts WHERE rps_key = ${rps_key}`)[0]!;

export const keyOfPost = (uuid: string) =>
  site.column<number>(
    `SELECT rps_key FROM rock_posts WHERE uuid = '${uuid}'`,
  )[0]!;

/** Keys of finds, oldest first. */
export const keysOfFinds = () =>
  site.column<number>("SELECT rps_key FROM rock_posts ORDER BY rps_key");
