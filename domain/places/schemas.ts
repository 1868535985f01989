import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import { saying } from "#core/languages/say.ts";
import { Latitude, Longitude, text } from "#core/schemas.ts";
import { RockNumber } from "../rocks/schemas.ts";

/** 'lat,lon' in degrees, to a hundredth of a degree at most: nobody has to say more exactly where they are. */
const RoughSpot = v.pipe(
  v.string(),
  v.regex(
    /^-?\d{1,3}(\.\d{1,2})?,-?\d{1,3}(\.\d{1,2})?$/,
    saying(
      msg`Enter a latitude and a longitude with a comma between, each with two digits after the point at most.`,
    ),
  ),
  v.transform((spot) => {
    const [latitude, longitude] = spot.split(",").map(Number);
    return { latitude, longitude };
  }),
  v.object({ latitude: Latitude, longitude: Longitude }),
);

export const PlaceSearch = v.object({
  q: v.pipe(
    v.optional(text(msg`The search`, 200), ""),
    v.description("A place in a person's own words."),
  ),
  rock: v.pipe(
    v.optional(RockNumber),
    v.description(
      "The rock that was found there: towns near its last find come first, each with the reason, and a town of which little but the name fits is left out.",
    ),
  ),
  near: v.pipe(
    v.optional(RoughSpot),
    v.description(
      "A place, as latitude and longitude in degrees with a comma between, each with two digits after the point at most: the answer is the nearest town within about 30 km, whatever `q` says.",
    ),
  ),
});
