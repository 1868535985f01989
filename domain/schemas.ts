import * as v from "valibot";

/** What goes in and comes out, for server and browser alike. Names are the spec's. */

export const ROCK_NUMBER_MAX = 100_000;
export const IMAGES_MAX = 5;
/** Items on a page of any list. */
export const PAGE_MAX = 100;
export const EARLIEST_DATE = "2000-01-01";

export const messages = {
  notAnImage: "Only image files are allowed (.jpg, .png, .heic, etc).",
  tooManyImages: `You can only upload up to ${IMAGES_MAX} images.`,
  imageTooLarge: (mb: number) => `An image can have ${mb} MB at most.`,
} as const;

const digits = /^\d{1,7}$/;

/** A whole number of 0 to 100000, in digits only; 0 means unknown. */
export const RockNumber = v.pipe(
  v.string("Enter a rock number, or 0 if you can't read it."),
  v.regex(
    digits,
    `A rock number is a whole number from 0 to ${ROCK_NUMBER_MAX}.`,
  ),
  v.transform(Number),
  v.maxValue(
    ROCK_NUMBER_MAX,
    `A rock number is a whole number from 0 to ${ROCK_NUMBER_MAX}.`,
  ),
);

const text = (what: string, max: number) =>
  v.pipe(
    v.string(`${what} must be text.`),
    v.maxLength(
      max,
      `${what} can have ${max.toLocaleString("en")} characters at most.`,
    ),
  );

const required = (what: string, max: number) =>
  v.pipe(
    text(what, max),
    v.check((value) => value.trim() !== "", `${what} must not be blank.`),
  );

export const Location = required("Location", 200);
export const Comment = required("Comment", 5000);
export const VisitorName = text("Name", 100);
export const Email = v.pipe(
  text("E-mail", 254),
  v.check(
    (value) =>
      value.trim() === "" ||
      /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*$/.test(value.trim()),
    "That does not look like an e-mail address.",
  ),
);

/** Whether `YYYY-MM-DD` names a day that exists. */
export function isRealDay(day: string) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return false;
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

const DAY_MS = 86_400_000;

/** The day of a find, YYYY-MM-DD: not before 2000, not after tomorrow (UTC). */
export const FindDay = v.pipe(
  v.string("Enter the date as YYYY-MM-DD."),
  v.check(isRealDay, "That day does not exist. Enter the date as YYYY-MM-DD."),
  v.check(
    (day) => day >= EARLIEST_DATE,
    "The date can't be before the year 2000.",
  ),
  v.check(
    (day) => day <= new Date(Date.now() + DAY_MS).toISOString().slice(0, 10),
    "The date can't be in the future.",
  ),
);

/** A day as above, or with a time: YYYY-MM-DDTHH:MM:SSZ. Gives the latter. */
export const FindDate = v.pipe(
  v.string("Enter the date as YYYY-MM-DD."),
  v.transform((value) =>
    /^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T00:00:00Z` : value,
  ),
  v.check(
    (value) =>
      /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/.test(value) &&
      v.is(FindDay, value.slice(0, 10)),
    "Enter a real date from 2000 to tomorrow, as YYYY-MM-DD or YYYY-MM-DDTHH:MM:SSZ.",
  ),
);

const degrees = (what: string, limit: number) =>
  v.pipe(
    v.number(`${what} must be a number.`),
    v.finite(`${what} must be a number.`),
    v.minValue(-limit, `${what} must be between −${limit} and ${limit}.`),
    v.maxValue(limit, `${what} must be between −${limit} and ${limit}.`),
  );

/** Degrees, WGS 84. */
export const Latitude = degrees("Latitude", 90);
export const Longitude = degrees("Longitude", 180);

/** Where the finder says the rock is; accuracy in metres. */
export const Suggestion = v.object({
  latitude: Latitude,
  longitude: Longitude,
  accuracy: v.nullish(v.pipe(v.number(), v.finite(), v.minValue(0)), null),
  source: v.picklist(["device", "photo", "map"]),
});
export type Suggestion = v.InferOutput<typeof Suggestion>;

/** The text fields of `POST /api/upload-rock`. An absent date is today's (UTC). */
export const NewFind = v.object({
  rockNumber: RockNumber,
  rockNumberQr: v.optional(
    v.union([
      v.pipe(
        v.literal(""),
        v.transform(() => null),
      ),
      RockNumber,
    ]),
    "",
  ),
  name: v.optional(VisitorName, ""),
  email: v.optional(Email, ""),
  location: Location,
  date: v.optional(
    v.union([
      v.pipe(
        v.literal(""),
        v.transform(() => new Date().toISOString().slice(0, 10)),
      ),
      FindDay,
    ]),
    "",
  ),
  comment: Comment,
  submission_id: v.optional(
    v.pipe(v.string(), v.uuid("submission_id must be a UUID.")),
  ),
  suggestion: v.optional(
    v.pipe(v.string(), v.parseJson({}, "suggestion must be JSON."), Suggestion),
  ),
  find_key: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^[A-Za-z0-9_-]{22}$|^[0-9a-f]{32}$/,
        "find_key must be 128 bits, as hex or base64url.",
      ),
    ),
  ),
});
export type NewFind = v.InferOutput<typeof NewFind>;

/** What a finder may correct of a find. */
export const FindCorrection = v.pick(NewFind, [
  "rockNumber",
  "location",
  "date",
  "comment",
  "name",
  "email",
]);
export type FindCorrection = v.InferOutput<typeof FindCorrection>;

/** What is used of `POST /api/rock-count`; the rest of its payload is dropped. */
export const RockCount = v.object({
  rock_qr_number: v.optional(
    v.union([v.literal(""), v.pipe(RockNumber, v.transform(String))]),
    "",
  ),
  page_url: v.optional(text("page_url", 8000), ""),
  session_id: v.pipe(
    v.string(),
    v.nonEmpty("session_id must not be empty."),
    v.maxLength(100, "session_id can have 100 characters at most."),
  ),
  user_agent: v.optional(text("user_agent", 8000), ""),
});
export type RockCount = v.InferOutput<typeof RockCount>;

/** `PUT /api/journey-admin/{rps_key}`. The server splits `coordinates` only where both numbers are absent. */
export const JourneyChange = v.object({
  rock_number: v.union([
    v.pipe(
      v.number("A rock number is a whole number from 0 to 100000."),
      v.integer("A rock number is a whole number from 0 to 100000."),
      v.minValue(0, "A rock number is a whole number from 0 to 100000."),
      v.maxValue(
        ROCK_NUMBER_MAX,
        "A rock number is a whole number from 0 to 100000.",
      ),
    ),
    RockNumber,
  ]),
  location: Location,
  date: FindDate,
  comment: Comment,
  name: v.optional(v.nullable(VisitorName), ""),
  email: v.optional(v.nullable(Email), ""),
  show: v.optional(v.boolean("show must be true or false.")),
  coordinates: v.optional(v.nullable(v.string())),
  latitude: v.optional(v.nullable(Latitude)),
  longitude: v.optional(v.nullable(Longitude)),
});
export type JourneyChange = v.InferOutput<typeof JourneyChange>;

/** `POST …/toggle-show` and `PATCH …/show`: the value where one is sent, else a flip. */
export const ShowChange = v.object({
  show: v.optional(v.boolean("show must be true or false.")),
});

/**
 * 'lat, lon' split at a comma, as the admin types it; both null where it does not split in two.
 * A part that is no number becomes NaN, for the caller to refuse.
 */
export function splitCoordinates(value: string): {
  latitude: number | null;
  longitude: number | null;
} {
  const parts = value.split(",").map((part) => part.trim());
  if (parts.length !== 2) return { latitude: null, longitude: null };
  const [latitude = NaN, longitude = NaN] = parts.map((part) =>
    part === "" ? NaN : Number(part),
  );
  return { latitude, longitude };
}

// ── Answers ────────────────────────────────────────────────────────────────────────────────────

/** A shown find, as everyone sees it. `date` is YYYY-MM-DD; `imagenames` are without extension. */
export interface RockPost {
  rock_number: number;
  uuid: string;
  date: string;
  location: string;
  comment: string;
  imagenames: string[];
  artists: string[];
}

/** A find as its finder sees it. `date` is YYYY-MM-DD. */
export interface OwnFind {
  rock_number: number;
  location: string;
  date: string;
  comment: string;
  name: string;
  email: string;
  show: boolean;
  total_images: number;
}

export interface RockPin {
  rps_key: number;
  latitude: number;
  longitude: number;
  rock_number: number;
}

export interface RockTotals {
  rocks_found: number;
  total_rocks: number;
}

/** An item of `GET /api/rock-posts/allrocks`; `artists` is one display string. */
export interface CatalogueItem {
  rock_number: number;
  artists: string;
}

export interface Album {
  pa_key: number;
  name: string;
  display_name: string;
  desc: string;
  show: boolean;
  order_num: number;
  count: number;
  /** As it stands under `webp300x300/`; null while the album has no finished photo. */
  first_image_name: string | null;
}

export interface Photo {
  p_key: number;
  name: string;
  display_name: string;
  desc: string;
  date: string | null;
  order_num: number;
  show: boolean;
  /** Pixels of the upright original; null until its derivatives are made. */
  width: number | null;
  height: number | null;
}

/** A find as the admin sees it. `date` is YYYY-MM-DDTHH:MM:SSZ. */
export interface JourneyPost {
  rps_key: number;
  uuid: string;
  rock_number: number;
  rock_number_qr: number | null;
  location: string;
  latitude: number | null;
  longitude: number | null;
  date: string;
  comment: string;
  name: string;
  email: string;
  show: boolean;
  total_images: number;
  /** The first image that has derivatives; null while there is none. */
  first_image_name: string | null;
  suggestion: Suggestion | null;
  create_dt: string;
}

export interface JourneyImage {
  rpi_key: number;
  original_name: string;
  current_name: string;
  show: boolean;
  ready: boolean;
  error: string | null;
}

export interface Job {
  job_id: string;
  kind: string;
  state: "queued" | "running" | "succeeded" | "failed";
  done: number;
  total: number;
  message: string;
  error: string | null;
  created_dt: string;
  started_dt: string | null;
  finished_dt: string | null;
}

/** A picture that a job has given up. */
export interface JobFailure {
  /** Its original's path within the store. */
  picture: string;
  error: string;
}

/** `POST /api/create-images`. */
export const CreateImages = v.object({
  path: v.optional(v.string("path must be text."), "media/rocks"),
  regenerate: v.optional(v.boolean("regenerate must be true or false."), false),
});

/** Album names: also a folder's name, and never one that an address of the API has taken. */
export const RESERVED_ALBUM_NAMES = ["photos", "reorder", "sync"];

/** The site's own texts. `story` and `sudc` are Markdown. */
export interface SiteTexts {
  site_name: string;
  memorial_name: string;
  memorial_dates: string;
  contact_email: string;
  social_url: string;
  donate_url: string;
  hero_title: string;
  hero_subtitle: string;
  story: string;
  sudc: string;
}

export type SiteNames = Omit<SiteTexts, "story" | "sudc">;

export const MARKDOWN_MAX = 20_000;

const siteAddress = (what: string) =>
  v.pipe(
    text(what, 500),
    v.check(
      (value) =>
        value.trim() === "" ||
        (/^(https:\/\/|mailto:)\S+$/i.test(value.trim()) &&
          URL.canParse(value.trim())),
      `${what} must begin with https:// or mailto:.`,
    ),
    v.trim(),
  );

const mayBeBlank = <S extends v.GenericSchema<string, string>>(schema: S) =>
  v.optional(v.nullable(schema));

/** Pages can't do without it: left blank, it goes back to its default. */
const neverBlank = <S extends v.GenericSchema<string, string>>(schema: S) =>
  v.optional(
    v.nullable(
      v.pipe(
        v.string(),
        v.transform((value) => (value.trim() === "" ? null : value)),
        v.nullable(schema),
      ),
    ),
  );

/** What `saveSiteTexts` takes: any of the texts; null takes one back to its default, absent ones stay. */
export const SiteTextsChange = v.object({
  site_name: neverBlank(text("Site name", 60)),
  memorial_name: neverBlank(text("Memorial name", 60)),
  memorial_dates: mayBeBlank(text("Memorial dates", 60)),
  contact_email: neverBlank(v.pipe(Email, v.trim())),
  social_url: mayBeBlank(siteAddress("Social group")),
  donate_url: neverBlank(siteAddress("Donation page")),
  hero_title: neverBlank(text("Title", 80)),
  hero_subtitle: mayBeBlank(text("Subtitle", 200)),
  story: neverBlank(text("Story", MARKDOWN_MAX)),
  sudc: neverBlank(text("SUDC text", MARKDOWN_MAX)),
});
export type SiteTextsChange = v.InferOutput<typeof SiteTextsChange>;
