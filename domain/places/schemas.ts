import * as v from "valibot";
import { text } from "../core/schemas.ts";
import { RockNumber } from "../rocks/schemas.ts";

/** `GET /api/places`. */
export const PlaceSearch = v.object({
  q: v.optional(text("The search", 200), ""),
  rock: v.optional(RockNumber),
});
