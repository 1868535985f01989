import * as v from "valibot";
import { Latitude, Longitude, text } from "#core/schemas.ts";
import { RockNumber } from "../rocks/schemas.ts";

/** 'lat,lon' in degrees, to a hundredth of a degree at most: nobody has to say more exactly where they are. */
const RoughSpot = v.pipe(
  v.string(),
  v.regex(
    /^-?\d{1,3}(\.\d{1,2})?,-?\d{1,3}(\.\d{1,2})?$/,
    "Enter a latitude and a longitude with a comma between, each with two digits after the point at most.",
  ),
  v.transform((spot) => {
    const [latitude, longitude] = spot.split(",").map(Number);
    return { latitude, longitude };
  }),
  v.object({ latitude: Latitude, longitude: Longitude }),
);

export const PlaceSearch = v.object({
  q: v.optional(text("The search", 200), ""),
  rock: v.optional(RockNumber),
  near: v.optional(RoughSpot),
});
