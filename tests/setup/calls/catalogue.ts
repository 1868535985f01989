import { randomUUID } from "node:crypto";
import type { Site } from "../processes/site.ts";

const quoted = (value: string) => `'${value.replaceAll("'", "''")}'`;

interface NewPost {
  rock?: number;
  location: string;
  comment?: string;
  name?: string;
  email?: string;
  date?: string;
  show?: boolean;
  place?: [latitude: number, longitude: number];
  /** Metres. */
  precision?: number;
  suggestion?: object;
}

/** Adds a find without images to a site. Returns its key. */
export function addPost(site: Site, post: NewPost) {
  const [latitude, longitude] = post.place ?? ["NULL", "NULL"];
  const uuid = randomUUID();
  site.alter(`INSERT INTO rock_posts (uuid, rock_number, location, comment, name, email, date, show, latitude, longitude, precision, suggestion)
     VALUES (${quoted(uuid)}, ${post.rock ?? 214}, ${quoted(post.location)}, ${quoted(post.comment ?? "Found.")},
             ${quoted(post.name ?? "")}, ${quoted(post.email ?? "")}, ${quoted(post.date ?? "2026-05-17T00:00:00Z")},
             ${Number(post.show ?? true)}, ${latitude}, ${longitude}, ${post.precision ?? 0},
             ${post.suggestion ? quoted(JSON.stringify(post.suggestion)) : "NULL"})`);
  return site.query<{ rps_key: number }>(
    `SELECT rps_key FROM rock_posts WHERE uuid = ${quoted(uuid)}`,
  )[0]!.rps_key;
}

/** Adds a rock to a site's catalogue. Its picture isn't in the store. */
export function addRock(site: Site, number: number, comment = "") {
  site.alter(`INSERT INTO rocks (rock_number, comment, original_file, ready)
     VALUES (${number}, ${quoted(comment)}, 'x.png', 1)`);
}

export const uuidOf = (site: Site, rps_key: number) =>
  site.query<{ uuid: string }>(
    `SELECT uuid FROM rock_posts WHERE rps_key = ${rps_key}`,
  )[0]!.uuid;
