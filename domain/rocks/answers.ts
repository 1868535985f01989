import * as v from "valibot";
import { described } from "#core/schemas.ts";
import { count, day, key, time, uuid, version } from "#core/answers.ts";
import { ROCK_NUMBER_MAX } from "#core/limits.ts";

export const rockNumber = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(0),
  v.maxValue(ROCK_NUMBER_MAX),
);

export const RockSummary = v.strictObject({
  rock_number: rockNumber,
  find: described(
    v.optional(uuid),
    "Of a find whose number nobody could read: its UUID. It is a rock of its own.",
  ),
  trips: count,
  /** Empty without a find. */
  first: v.union([day, v.literal("")]),
  latest: v.union([day, v.literal("")]),
  artists: v.array(v.string()),
  in_catalogue: v.boolean(),
  pin: described(
    v.nullable(v.string()),
    "Version of /media/catalog/{rock_number}/pin.webp; null while there is none.",
  ),
});
export type RockSummary = v.InferOutput<typeof RockSummary>;

export const RockTotals = v.strictObject({
  rocks_found: count,
  total_rocks: count,
});
export type RockTotals = v.InferOutput<typeof RockTotals>;

/** An item of `GET /api/rock-posts/allrocks`; `artists` is one display string. */
export const CatalogueItem = v.strictObject({
  rock_number: rockNumber,
  artists: v.string(),
});
export type CatalogueItem = v.InferOutput<typeof CatalogueItem>;

export const Rock = v.strictObject({
  rc_key: key,
  rock_number: rockNumber,
  artists: v.array(v.strictObject({ ra_key: key, display_name: v.string() })),
  comment: v.string(),
  create_dt: time,
  /** Whether its picture's derivatives are made. */
  ready: v.boolean(),
  /** The reason that they could not be made. */
  error: v.nullable(v.string()),
  /** Number of addresses that are told when it moves on. */
  followers: count,
  version,
});
export type Rock = v.InferOutput<typeof Rock>;
