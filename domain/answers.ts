import * as v from "valibot";
import type * as spec from "./schemas.ts";
import { sitePictures } from "./schemas.ts";

/** What the API answers, field for field: described by `/api/openapi.json`, and held against every answer in the tests. */

const key = v.pipe(v.number(), v.integer(), v.minValue(1));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const day = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/));
/** UTC, with seconds or milliseconds. */
const time = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/),
);
const uuid = v.pipe(v.string(), v.uuid());
const rockNumber = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(0),
  v.maxValue(100_000),
);
const latitude = v.pipe(v.number(), v.minValue(-90), v.maxValue(90));
const longitude = v.pipe(v.number(), v.minValue(-180), v.maxValue(180));

export const Refusal = v.strictObject({
  error: v.pipe(v.string(), v.description("One sentence for a person.")),
  fields: v.optional(
    v.pipe(
      v.record(v.string(), v.string()),
      v.description("What is wrong, by the name of the field."),
    ),
  ),
});

export const RockPost = v.strictObject({
  rock_number: rockNumber,
  uuid,
  date: day,
  location: v.string(),
  comment: v.string(),
  imagenames: v.array(v.string()),
  artists: v.array(v.string()),
}) satisfies v.GenericSchema<spec.RockPost>;

export const RockPin = v.strictObject({
  rps_key: key,
  latitude,
  longitude,
  rock_number: rockNumber,
}) satisfies v.GenericSchema<spec.RockPin>;

export const RockSummary = v.strictObject({
  rock_number: rockNumber,
  trips: count,
  first: v.union([day, v.literal("")]),
  latest: v.union([day, v.literal("")]),
  artists: v.array(v.string()),
  in_catalogue: v.boolean(),
  pin: v.pipe(
    v.nullable(v.string()),
    v.description(
      "Version of /media/catalog/{rock_number}/pin.webp; null while there is none.",
    ),
  ),
}) satisfies v.GenericSchema<spec.RockSummary>;

export const PinPlace = v.strictObject({
  pin: v.string(),
  place: v.string(),
}) satisfies v.GenericSchema<spec.PinPlace>;

export const Place = v.strictObject({
  name: v.string(),
  region: v.optional(v.string()),
  country: v.string(),
  latitude,
  longitude,
  population: count,
  reason: v.optional(v.string()),
}) satisfies v.GenericSchema<spec.Place>;

export const JourneyRoute = v.strictObject({
  rock_number: rockNumber,
  stops: v.array(
    v.strictObject({
      uuid,
      number: key,
      date: day,
      location: v.string(),
      latitude,
      longitude,
      country: v.optional(v.string()),
      imagename: v.optional(v.string()),
    }) satisfies v.GenericSchema<spec.JourneyStop>,
  ),
  legs: v.pipe(
    v.array(v.array(v.array(v.strictTuple([latitude, longitude])))),
    v.description(
      "Great circles from stop to stop, one list of lines a leg: two where it crosses the date line.",
    ),
  ),
  distance_km: v.pipe(v.number(), v.minValue(0)),
  countries: v.array(v.string()),
}) satisfies v.GenericSchema<spec.JourneyRoute>;

export const RockTotals = v.strictObject({
  rocks_found: count,
  total_rocks: count,
}) satisfies v.GenericSchema<spec.RockTotals>;

export const CatalogueItem = v.strictObject({
  rock_number: rockNumber,
  artists: v.string(),
}) satisfies v.GenericSchema<spec.CatalogueItem>;

export const Album = v.strictObject({
  pa_key: key,
  name: v.string(),
  display_name: v.string(),
  desc: v.string(),
  show: v.boolean(),
  order_num: v.pipe(v.number(), v.integer()),
  count,
  first_image_name: v.nullable(v.string()),
}) satisfies v.GenericSchema<spec.Album>;

export const Photo = v.strictObject({
  p_key: key,
  name: v.string(),
  display_name: v.string(),
  desc: v.string(),
  date: v.nullable(day),
  order_num: v.pipe(v.number(), v.integer()),
  show: v.boolean(),
  width: v.nullable(count),
  height: v.nullable(count),
}) satisfies v.GenericSchema<spec.Photo>;

/** Of what may be edited: for If-Match. */
const version = v.string();

export const AdminAlbum = v.strictObject({
  ...Album.entries,
  version,
}) satisfies v.GenericSchema<spec.AdminAlbum>;

export const AdminPhoto = v.strictObject({
  ...Photo.entries,
  ready: v.boolean(),
  error: v.nullable(v.string()),
  version,
}) satisfies v.GenericSchema<spec.AdminPhoto>;

export const Rock = v.strictObject({
  rc_key: key,
  rock_number: rockNumber,
  artists: v.array(v.strictObject({ ra_key: key, display_name: v.string() })),
  comment: v.string(),
  create_dt: time,
  ready: v.boolean(),
  error: v.nullable(v.string()),
  version,
}) satisfies v.GenericSchema<spec.Rock>;

export const User = v.strictObject({
  ra_key: key,
  display_name: v.string(),
  relation: v.string(),
  dob: v.nullable(day),
  create_dt: time,
  version,
}) satisfies v.GenericSchema<spec.User>;

export const JourneyPost = v.strictObject({
  rps_key: key,
  uuid,
  rock_number: rockNumber,
  rock_number_qr: v.nullable(rockNumber),
  location: v.string(),
  latitude: v.nullable(latitude),
  longitude: v.nullable(longitude),
  no_place: v.pipe(
    v.boolean(),
    v.description("The admin said that it has no place on the map."),
  ),
  date: time,
  comment: v.string(),
  name: v.string(),
  email: v.string(),
  show: v.boolean(),
  total_images: count,
  first_image_name: v.nullable(v.string()),
  suggestion: v.nullable(
    v.strictObject({
      latitude,
      longitude,
      accuracy: v.nullable(v.number()),
      source: v.picklist(["device", "photo", "map"]),
    }),
  ),
  create_dt: time,
  version,
}) satisfies v.GenericSchema<spec.JourneyPost>;

export const JourneyImage = v.strictObject({
  rpi_key: key,
  original_name: v.string(),
  current_name: v.string(),
  show: v.boolean(),
  ready: v.boolean(),
  error: v.nullable(v.string()),
}) satisfies v.GenericSchema<spec.JourneyImage>;

export const Job = v.strictObject({
  job_id: uuid,
  kind: v.string(),
  state: v.picklist(["queued", "running", "succeeded", "failed"]),
  done: count,
  total: count,
  message: v.string(),
  error: v.nullable(v.string()),
  created_dt: time,
  started_dt: v.nullable(time),
  finished_dt: v.nullable(time),
}) satisfies v.GenericSchema<spec.Job>;

export const JobWithFailures = v.strictObject({
  ...Job.entries,
  failures: v.array(
    v.strictObject({
      picture: v.string(),
      error: v.string(),
    }) satisfies v.GenericSchema<spec.JobFailure>,
  ),
});

export const JobStarted = v.strictObject({ message: v.string(), job_id: uuid });
export const Shown = v.strictObject({ show: v.boolean() });
export const Address = v.strictObject({ ip: v.string() });

export const AlbumFolder = v.strictObject({ name: v.string() });

export const PhotosReceived = v.strictObject({
  files: v.pipe(
    v.array(v.string()),
    v.description("The names they were given, in the order they were sent."),
  ),
  job_id: uuid,
});

export const SiteTextsDraft = v.strictObject({
  site_name: v.string(),
  memorial_name: v.string(),
  memorial_dates: v.string(),
  contact_email: v.string(),
  social_url: v.string(),
  donate_url: v.string(),
  hero_title: v.string(),
  hero_subtitle: v.string(),
  story: v.string(),
  sudc: v.string(),
  version,
}) satisfies v.GenericSchema<spec.SiteTextsDraft>;

export const RenderedText = v.strictObject({ html: v.string() });

export const SitePicture = v.strictObject({
  name: v.picklist(Object.keys(sitePictures) as (keyof typeof sitePictures)[]),
  own: v.boolean(),
  ready: v.boolean(),
  error: v.nullable(v.string()),
  version: v.nullable(v.string()),
}) satisfies v.GenericSchema<spec.SitePicture>;

export const FindReceipt = v.strictObject({
  uuid,
  rock_number: rockNumber,
  images: v.pipe(
    v.array(v.string()),
    v.description("Names without extension, in the order they were sent."),
  ),
});

export const FindState = v.strictObject({
  uuid,
  rock_number: rockNumber,
  date: day,
  show: v.boolean(),
}) satisfies v.GenericSchema<spec.FindState>;

const part = v.picklist(["ok", "down"]);
export const Health = v.strictObject({
  status: v.picklist(["ok", "degraded", "down"]),
  database: part,
  media: part,
  queue: part,
});
