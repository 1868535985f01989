import * as v from "valibot";
import { day, key, time, version } from "#core/answers.ts";

export const User = v.strictObject({
  ra_key: key,
  display_name: v.string(),
  relation: v.string(),
  dob: v.nullable(day),
  create_dt: time,
  version,
});
export type User = v.InferOutput<typeof User>;
/** An artist in a list to choose from. */
export type ArtistName = Pick<User, "ra_key" | "display_name">;
