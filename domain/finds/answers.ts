import * as v from "valibot";
import { count, day, key, time, uuid, version } from "#core/answers.ts";
import { Latitude, Longitude, described } from "#core/schemas.ts";
import { rockNumber } from "../rocks/answers.ts";
import { Precision, Suggestion } from "./schemas.ts";

const lang = described(
  v.nullable(v.string()),
  "The language of the form that the comment was written in; null if that is not known.",
);

const description = described(
  v.string(),
  'What it shows, for people who can\'t see it; "" for none.',
);

const blurs = described(
  v.array(v.tuple([v.number(), v.number(), v.number(), v.number()])),
  "What is hidden in it: `[x, y, width, height]`, fractions of the upright picture.",
);

export const PublicFind = v.strictObject({
  rock_number: rockNumber,
  uuid,
  date: day,
  location: v.string(),
  comment: v.string(),
  lang,
  /** Without extension. */
  imagenames: v.array(v.string()),
  imagedescriptions: described(
    v.array(v.string()),
    'What each of them shows, for people who can\'t see it, in the same order; "" for none.',
  ),
  artists: v.array(v.string()),
});
export type PublicFind = v.InferOutput<typeof PublicFind>;

export const RockPin = v.strictObject({
  rps_key: key,
  latitude: Latitude,
  longitude: Longitude,
  rock_number: rockNumber,
});
export type RockPin = v.InferOutput<typeof RockPin>;

export const PinPlace = v.strictObject({
  /** The rock's number; for a find of rock 0, `0-` and its key. */
  pin: v.string(),
  place: v.string(),
});
export type PinPlace = v.InferOutput<typeof PinPlace>;

/** A find with coordinates, as a stop on its rock's way. */
export const JourneyStop = v.strictObject({
  uuid,
  /** As on the journey's card: 1 is the oldest shown find, with coordinates or without. */
  number: key,
  date: day,
  location: v.string(),
  latitude: Latitude,
  longitude: Longitude,
  precision: v.optional(
    described(
      Precision,
      "Metres: it was somewhere within them. Absent if it was exactly there.",
    ),
  ),
  /** Absent far from any town. */
  country: v.optional(v.string()),
  /** The name of its first image, without extension. */
  imagename: v.optional(v.string()),
  /** Description of that image; absent if there is none. */
  imagedescription: v.optional(v.string()),
});
export type JourneyStop = v.InferOutput<typeof JourneyStop>;

/** A rock's stops and the legs between them, oldest first. */
export const JourneyRoute = v.strictObject({
  rock_number: rockNumber,
  stops: v.array(JourneyStop),
  legs: described(
    v.array(v.array(v.array(v.strictTuple([Latitude, Longitude])))),
    "The great circle of each leg, as a list of lines: two if the leg crosses the date line, else one.",
  ),
  distance_km: v.pipe(v.number(), v.minValue(0)),
  /** In the order in which the rock reached them. */
  countries: v.array(v.string()),
});
export type JourneyRoute = v.InferOutput<typeof JourneyRoute>;

const originalError = described(
  v.nullable(v.string()),
  "Why the original that followed was refused. The smaller copy stays.",
);

export const FinderImage = v.strictObject({
  /** Without extension. */
  name: v.string(),
  description,
  blurs,
  /** Whether its derivatives are made. */
  ready: v.boolean(),
  /** The reason that they could not be made. */
  error: v.nullable(v.string()),
  original_error: originalError,
});
export type FinderImage = v.InferOutput<typeof FinderImage>;

export const FinderFind = v.strictObject({
  rock_number: rockNumber,
  location: v.string(),
  date: day,
  comment: v.string(),
  name: v.string(),
  email: v.string(),
  show: v.boolean(),
  /** In the order in which they were sent. */
  images: v.array(FinderImage),
  version,
});
export type FinderFind = v.InferOutput<typeof FinderFind>;

/** A find, as its finder sees it. */
export const OwnFind = v.strictObject({
  find: described(
    v.nullable(FinderFind),
    "Null if it was taken off the site, and waits in the trash.",
  ),
  can_follow: described(
    v.boolean(),
    "Whether the site can tell by mail when the rock moves on.",
  ),
});
export type OwnFind = v.InferOutput<typeof OwnFind>;

export const FindState = v.strictObject({
  uuid,
  rock_number: rockNumber,
  date: day,
  show: v.boolean(),
});
export type FindState = v.InferOutput<typeof FindState>;

export const SubmissionResult = v.strictObject({
  uuid,
  rock_number: rockNumber,
  images: described(
    v.array(v.string()),
    "Names without extension, in the order they were sent.",
  ),
});
export type SubmissionResult = v.InferOutput<typeof SubmissionResult>;

export const AdminFind = v.strictObject({
  rps_key: key,
  uuid,
  rock_number: rockNumber,
  rock_number_qr: v.nullable(rockNumber),
  location: v.string(),
  latitude: v.nullable(Latitude),
  longitude: v.nullable(Longitude),
  precision: described(
    Precision,
    "How exactly the public may know where it was: 0 (exactly), or metres.",
  ),
  public_latitude: v.nullable(Latitude),
  public_longitude: v.nullable(Longitude),
  no_place: described(
    v.boolean(),
    "The admin said that it has no place on the map.",
  ),
  date: time,
  comment: v.string(),
  lang,
  name: v.string(),
  email: v.string(),
  show: v.boolean(),
  total_images: count,
  originals_pending: described(
    count,
    "How many of its originals are still to come.",
  ),
  /** The first image that has derivatives; null while there is none. */
  first_image_name: v.nullable(v.string()),
  first_image_description: description,
  suggestion: v.nullable(
    v.strictObject({
      ...Suggestion.entries,
      accuracy: v.nullable(v.number()),
    }),
  ),
  create_dt: time,
  version,
});
export type AdminFind = v.InferOutput<typeof AdminFind>;

export const FindImage = v.strictObject({
  rpi_key: key,
  original_name: v.string(),
  current_name: v.string(),
  description,
  blurs,
  show: v.boolean(),
  small: described(
    v.boolean(),
    "Whether its small version can be seen already.",
  ),
  ready: v.boolean(),
  error: v.nullable(v.string()),
  original_error: originalError,
  version,
});
export type FindImage = v.InferOutput<typeof FindImage>;

const Value = v.union([v.string(), v.number(), v.boolean(), v.null()]);

export const HistoryEntry = v.strictObject({
  history_key: described(count, "The later, the larger. 0: that it was sent."),
  at: time,
  by: described(
    v.picklist(["admin", "review", "finder"]),
    "`review`: with the link of a daily mail.",
  ),
  what: v.picklist([
    "sent",
    "changed",
    "shown",
    "hidden",
    "undone",
    "image-added",
    "image-shown",
    "image-hidden",
    "image-deleted",
    "image-restored",
    "original-arrived",
    "deleted",
    "restored",
  ]),
  changes: described(
    v.record(v.string(), v.strictTuple([Value, Value])),
    "For each field: what it was, and what it is now.",
  ),
});
export type HistoryEntry = v.InferOutput<typeof HistoryEntry>;
