import * as v from "valibot";
import { count } from "#core/answers.ts";
import { Latitude, Longitude } from "#core/schemas.ts";

export const Place = v.strictObject({
  name: v.string(),
  /** Only if people write it: states, provinces, nations of the United Kingdom. */
  region: v.optional(v.string()),
  country: v.string(),
  latitude: Latitude,
  longitude: Longitude,
  population: count,
  /** The reason that the rock may have been found there; only if the search names a rock. */
  reason: v.optional(v.string()),
});
export type Place = v.InferOutput<typeof Place>;
