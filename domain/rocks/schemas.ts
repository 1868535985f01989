import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import { saying } from "#core/languages/say.ts";
import { ROCK_NUMBER_MAX } from "#core/limits.ts";
import { changeOf, listOf, text } from "#core/schemas.ts";
import { messages } from "#core/messages.ts";

/** A whole number of 0 to 100000, in digits only; 0 means unknown. */
export const RockNumber = v.pipe(
  v.string(saying(msg`Enter a rock number, or 0 if you can't read it.`)),
  v.regex(/^\d{1,7}$/, saying(messages.notARockNumber)),
  v.transform(Number),
  v.maxValue(ROCK_NUMBER_MAX, saying(messages.notARockNumber)),
);

/** The catalogue's own numbers begin at 1. */
const CatalogueNumber = v.pipe(
  RockNumber,
  v.minValue(
    1,
    `A rock of the catalogue has a number from 1 to ${ROCK_NUMBER_MAX}.`,
  ),
);

const ArtistKeys = v.pipe(
  v.string(messages.incompleteRock),
  v.parseJson({}, "Enter the artists' keys as a JSON array."),
  listOf(
    v.pipe(
      v.number("Enter the artists' keys as a JSON array."),
      v.integer("Enter the artists' keys as a JSON array."),
    ),
    100,
    {
      list: "Enter the artists' keys as a JSON array.",
      tooMany: "A rock can have 100 artists at most.",
    },
  ),
  v.minLength(1, "At least one artist is needed."),
);

/** The text fields of `POST /api/rocks`. The image comes beside them. */
export const NewRock = v.object({
  rock_number: CatalogueNumber,
  artist_keys: ArtistKeys,
  comment: v.optional(text("Comment", 5000), ""),
});
export type NewRock = v.InferOutput<typeof NewRock>;

/** The same of `PUT /api/rocks/{rc_key}`. The number can't be changed. */
export const RockChange = changeOf(NewRock.entries);
export type RockChange = v.InferOutput<typeof RockChange>;
