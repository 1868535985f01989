import { randomUUID } from "node:crypto";
import type { Site } from "../processes/site.ts";

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
export const addPost = (
  site: Site,
  { rock = 214, show = true, place, suggestion, ...texts }: NewPost,
) =>
  site.insert("rock_posts", {
    uuid: randomUUID(),
    rock_number: rock,
    comment: "Found.",
    date: "2026-05-17T00:00:00Z",
    show: Number(show),
    latitude: place?.[0] ?? null,
    longitude: place?.[1] ?? null,
    suggestion: suggestion ? JSON.stringify(suggestion) : null,
    ...texts,
  });

/** Adds a rock to a site's catalogue. Its picture isn't in the store. */
export const addRock = (site: Site, rock_number: number, comment = "") =>
  site.insert("rocks", {
    ...{ rock_number, comment, original_file: "x.png", ready: 1 },
  });

export const uuidOf = (site: Site, rps_key: number) =>
  site.query<{ uuid: string }>(
    `SELECT uuid FROM rock_posts WHERE rps_key = ${rps_key}`,
  )[0]!.uuid;
