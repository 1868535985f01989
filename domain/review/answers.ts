import * as v from "valibot";
import { count, day, key, time, uuid, version } from "#core/answers.ts";
import { Latitude, Longitude, described } from "#core/schemas.ts";
import { AdminFind, FindImage, HistoryEntry } from "../finds/answers.ts";
import { rockNumber } from "../rocks/answers.ts";

const km = v.pipe(v.number(), v.integer(), v.minValue(0));

/** An earlier find with a picture that looks the same. */
const EarlierFind = v.strictObject({
  uuid,
  rock_number: rockNumber,
  location: v.string(),
  date: day,
  name: v.optional(described(v.string(), "Who sent it; only for the admin.")),
  show: v.boolean(),
  /** Of that picture, without extension. */
  imagename: v.string(),
});

/** Something about a find that wants a second look. It never forbids to show it. */
const ReviewWarning = v.variant("kind", [
  /** The number isn't in the catalogue, or the QR code says another one. */
  v.strictObject({
    kind: v.literal("number"),
    in_catalogue: v.boolean(),
    code: described(
      v.nullable(rockNumber),
      "What the QR code says, if that is another number.",
    ),
    near: described(
      v.nullable(v.strictObject({ rock_number: rockNumber, distance_km: km })),
      "A rock whose number differs in one digit and that was last found near here.",
    ),
  }),
  /** A picture looks like one that was sent before. */
  v.strictObject({
    kind: v.literal("same-picture"),
    /** The find's own picture. */
    imagename: v.string(),
    earlier: described(
      v.nullable(EarlierFind),
      "null if it may not be seen with this key.",
    ),
  }),
  /** Between this find and the stop before or after it there was too little time, even for an aeroplane. */
  v.strictObject({
    kind: v.literal("too-far"),
    location: v.string(),
    date: day,
    distance_km: km,
    hours: described(
      v.pipe(v.number(), v.integer()),
      "The most that there were between the two.",
    ),
  }),
  /** The finder has changed something since somebody of the family decided on the find, or changed the same thing. */
  v.strictObject({
    kind: v.literal("changed"),
    changes: HistoryEntry.entries.changes,
  }),
  /** The finder has taken back parts that were hidden when somebody of the family looked. */
  v.strictObject({
    kind: v.literal("taken-back"),
    images: v.array(
      v.strictObject({
        imagename: v.string(),
        parts: described(count, "How many can be seen again, at least partly."),
      }),
    ),
  }),
  /** The words of the location name a place that is far from the coordinates. */
  v.strictObject({
    kind: v.literal("place"),
    named: v.string(),
    distance_km: described(v.nullable(km), "null for a country or a region."),
  }),
]);
export type ReviewWarning = v.InferOutput<typeof ReviewWarning>;

export const LastStop = v.strictObject({
  uuid,
  rock_number: rockNumber,
  location: v.string(),
  date: day,
  imagename: v.nullable(v.string()),
  imagedescription: described(v.nullable(v.string()), "What that image shows."),
  latitude: v.nullable(Latitude),
  longitude: v.nullable(Longitude),
  distance_km: v.nullable(km),
  days: described(
    v.pipe(v.number(), v.integer()),
    "From that stop to this find; below 0 if it is older.",
  ),
});

export const ReviewFind = v.strictObject({
  rps_key: key,
  uuid,
  rock_number: rockNumber,
  location: v.string(),
  date: day,
  comment: v.string(),
  lang: AdminFind.entries.lang,
  name: v.string(),
  email: v.optional(described(v.string(), "Only for the admin.")),
  show: v.boolean(),
  waiting: described(v.boolean(), "Whether nobody has decided on it yet."),
  /** In the order in which they were sent. */
  images: v.array(
    v.strictObject({
      /** Without extension. */
      name: v.string(),
      description: FindImage.entries.description,
      blurs: FindImage.entries.blurs,
      show: v.boolean(),
      small: FindImage.entries.small,
      ready: v.boolean(),
      error: v.nullable(v.string()),
      /** Pixels, as seen upright; null until it is ready. */
      width: v.nullable(count),
      height: v.nullable(count),
      original: described(
        v.nullable(
          v.strictObject({
            name: v.string(),
            width: v.nullable(count),
            height: v.nullable(count),
          }),
        ),
        "Its original, which came after the find was shown. Nobody else sees it until the find is shown again.",
      ),
    }),
  ),
  originals_pending: AdminFind.entries.originals_pending,
  place: v.strictObject({
    latitude: v.nullable(Latitude),
    longitude: v.nullable(Longitude),
    precision: AdminFind.entries.precision,
    no_place: AdminFind.entries.no_place,
    suggestion: AdminFind.entries.suggestion,
  }),
  rock: v.pipe(
    v.nullable(
      v.strictObject({
        comment: v.string(),
        artists: v.array(v.string()),
        /** Version of its picture's address; null while it has none. */
        picture: v.nullable(v.string()),
        /** The same of the picture as a stone. */
        pin: v.nullable(v.string()),
      }),
    ),
    v.description("As the catalogue has it; null if it isn't there."),
  ),
  journeys: described(count, "How many finds of this rock are shown."),
  first_found: v.nullable(day),
  last_stop: described(
    v.nullable(LastStop),
    "The newest shown find of this rock.",
  ),
  warnings: v.array(ReviewWarning),
  create_dt: time,
  version,
});
export type ReviewFind = v.InferOutput<typeof ReviewFind>;

export const ReviewDecided = v.strictObject({
  uuid,
  show: v.boolean(),
  waiting: v.boolean(),
  latitude: v.nullable(Latitude),
  longitude: v.nullable(Longitude),
  precision: AdminFind.entries.precision,
  undo: described(
    v.nullable(v.string()),
    "Sent to the same address as `undo`, it takes the decision back. null after an undo.",
  ),
  version,
});
export type ReviewDecided = v.InferOutput<typeof ReviewDecided>;
