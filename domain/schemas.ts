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
  incompleteRock: "All fields are required except comment.",
  albumName:
    "Name can only contain lowercase letters and numbers, no spaces or special characters.",
  coordinates: "Enter latitude and longitude as two numbers, like 51.5, -0.1.",
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

/** Its message is written when it is needed: grouping the digits of each took a phone a tenth of a second. */
const text = (what: string, max: number) =>
  v.pipe(
    v.string(`${what} must be text.`),
    v.maxLength(
      max,
      () => `${what} can have ${max.toLocaleString("en")} characters at most.`,
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
const tomorrow = () => new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);

/** The day of a find, YYYY-MM-DD: not before 2000, not after tomorrow (UTC). */
export const FindDay = v.pipe(
  v.string("Enter the date as YYYY-MM-DD."),
  v.check(isRealDay, "That day does not exist. Enter the date as YYYY-MM-DD."),
  v.check(
    (day) => day >= EARLIEST_DATE,
    "The date can't be before the year 2000.",
  ),
  v.check((day) => day <= tomorrow(), "The date can't be in the future."),
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

const FindKey = v.pipe(
  v.string(),
  v.regex(
    /^[A-Za-z0-9_-]{22}$|^[0-9a-f]{32}$/,
    "Enter 128 bits, as hex or base64url.",
  ),
);

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
  submission_id: v.optional(v.pipe(v.string(), v.uuid("Enter a UUID."))),
  suggestion: v.optional(
    v.pipe(v.string(), v.parseJson({}, "Enter the place as JSON."), Suggestion),
  ),
  find_key: v.optional(FindKey),
});
export type NewFind = v.InferOutput<typeof NewFind>;

/** Finds whose states are asked for at once. */
export const STATES_MAX = 50;

/** `POST /api/finds/states`: finds, each with its own key. */
export const StatesRequest = v.object({
  finds: v.pipe(
    v.array(
      v.object({ uuid: v.pipe(v.string(), v.uuid()), find_key: FindKey }),
    ),
    v.maxLength(STATES_MAX, `Ask for ${STATES_MAX} finds at most.`),
  ),
});
export type StatesRequest = v.InferOutput<typeof StatesRequest>;

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
  page_url: v.optional(text("The page's address", 8000), ""),
  session_id: v.pipe(
    v.string(),
    v.nonEmpty("Enter a session id."),
    v.maxLength(100, "A session id can have 100 characters at most."),
  ),
  user_agent: v.optional(text("The browser's name", 8000), ""),
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
  show: v.optional(v.boolean("Enter true or false.")),
  coordinates: v.optional(v.nullable(v.string())),
  latitude: v.optional(v.nullable(Latitude)),
  longitude: v.optional(v.nullable(Longitude)),
  no_place: v.optional(
    v.pipe(
      v.boolean("Enter true or false."),
      v.description(
        "The find is meant to be without a place on the map. Coordinates take it back; absent, it stays as it is.",
      ),
    ),
  ),
});
export type JourneyChange = v.InferOutput<typeof JourneyChange>;

/** `POST …/toggle-show` and `PATCH …/show`: the value where one is sent, else a flip. */
export const ShowChange = v.object({
  show: v.optional(v.boolean("Enter true or false.")),
});

/**
 * 'lat, lon' split at a comma, as the admin types it or pastes it from a map site, brackets around it
 * included. Both are null if it does not split in two. Undefined if the two are not numbers: refuse it
 * with `messages.coordinates`, because null would take the find off the map.
 */
export function splitCoordinates(
  value: string,
):
  | { latitude: number; longitude: number }
  | { latitude: null; longitude: null }
  | undefined {
  const parts = value
    .trim()
    .replace(/^\((.*)\)$/, "$1")
    // Our own pages and some map sites write a real minus sign.
    .replaceAll("−", "-")
    .split(",");
  if (parts.length !== 2) return { latitude: null, longitude: null };
  const [latitude, longitude] = parts.map((part) =>
    /^[+-]?(\d+\.?\d*|\.\d+)$/.test(part.trim()) ? Number(part) : NaN,
  ) as [number, number];
  return Number.isNaN(latitude + longitude)
    ? undefined
    : { latitude, longitude };
}

/** `?from=` of a rock's page: how many journeys to leave out. */
export const JourneysFrom = v.object({
  from: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,7}$/, "Enter a whole number."),
      v.transform(Number),
    ),
    "0",
  ),
});

/** `GET /api/rock-posts/locations/places`: pins as `PinPlace` names them. */
export const PinKeys = v.object({
  pins: v.pipe(
    v.string("pins is needed."),
    v.transform((text) => text.split(",")),
    v.maxLength(PAGE_MAX, `${PAGE_MAX} pins at most.`),
    v.array(
      v.pipe(
        v.string(),
        v.regex(
          /^([1-9]\d{0,5}|0-\d{1,15})$/,
          "pins must be rock numbers, with commas between.",
        ),
      ),
    ),
  ),
});

/** `GET /api/places`. */
export const PlaceSearch = v.object({
  q: v.optional(text("The search", 200), ""),
  rock: v.optional(RockNumber),
});

/** The catalogue's own numbers begin at 1. */
const CatalogueNumber = v.pipe(
  RockNumber,
  v.minValue(
    1,
    `A rock of the catalogue has a number from 1 to ${ROCK_NUMBER_MAX}.`,
  ),
);

const RockComment = v.optional(text("Comment", 5000), "");

const ArtistKeys = v.pipe(
  v.string(messages.incompleteRock),
  v.parseJson({}, "Enter the artists' keys as a JSON array."),
  v.array(
    v.pipe(
      v.number("Enter the artists' keys as a JSON array."),
      v.integer("Enter the artists' keys as a JSON array."),
    ),
    "Enter the artists' keys as a JSON array.",
  ),
  v.minLength(1, "At least one artist is needed."),
  v.maxLength(100, "A rock can have 100 artists at most."),
);

/** The text fields of `POST /api/rocks`; its image comes beside them. */
export const NewRock = v.object({
  rock_number: CatalogueNumber,
  artist_keys: ArtistKeys,
  comment: RockComment,
});
export type NewRock = v.InferOutput<typeof NewRock>;

/** The same of `PUT /api/rocks/{rc_key}`, where the number may be left out: it can't be changed. */
export const RockChange = v.object({
  ...NewRock.entries,
  rock_number: v.optional(CatalogueNumber),
});
export type RockChange = v.InferOutput<typeof RockChange>;

/** The artist of rocks whose painter nobody knows: there from the start, for good. */
export const UNKNOWN_ARTIST = "UNKNOWN";

/** `POST /api/users` and `PUT /api/users/{ra_key}`. A blank day of birth is none. */
export const UserFields = v.object({
  display_name: required("Display name", 100),
  relation: v.optional(
    v.pipe(
      v.nullable(text("Relation", 100)),
      v.transform((value) => value ?? ""),
    ),
    "",
  ),
  dob: v.optional(
    v.union([
      v.pipe(
        v.nullable(v.literal("")),
        v.transform(() => null),
      ),
      v.pipe(
        v.string("Enter the date of birth as YYYY-MM-DD."),
        v.check(
          (day) => isRealDay(day) && day >= "1900-01-01" && day <= tomorrow(),
          "Enter a real date of birth, not in the future, as YYYY-MM-DD.",
        ),
      ),
    ]),
    null,
  ),
});
export type UserFields = v.InferOutput<typeof UserFields>;

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
  /** In the order in which they were sent. */
  images: OwnImage[];
}

/** An image of a find as its finder sees it. */
export interface OwnImage {
  /** Without extension. */
  name: string;
  /** Whether its derivatives are made. */
  ready: boolean;
  /** Why they could not be made. */
  error: string | null;
}

/** How a find is doing, for the device that it was sent from. */
export interface FindState {
  uuid: string;
  rock_number: number;
  /** YYYY-MM-DD */
  date: string;
  show: boolean;
}

export interface RockPin {
  rps_key: number;
  latitude: number;
  longitude: number;
  rock_number: number;
}

/** A town of the gazetteer. Degrees, WGS 84. */
export interface Place {
  name: string;
  /** Only where people write it: states, provinces, nations of the United Kingdom. */
  region?: string;
  country: string;
  latitude: number;
  longitude: number;
  population: number;
  /** Why it may be where a rock was found; only if the search names a rock. */
  reason?: string;
}

/** A find with coordinates, as a stop on its rock's way. */
export interface JourneyStop {
  uuid: string;
  /** As on the journey's card: 1 is the oldest shown find, with coordinates or without. */
  number: number;
  /** YYYY-MM-DD */
  date: string;
  location: string;
  latitude: number;
  longitude: number;
  /** Undefined far from any town. */
  country?: string;
  /** The name of its first picture, without extension. */
  imagename?: string;
}

/** Where a rock has been, oldest first. */
export interface JourneyRoute {
  rock_number: number;
  stops: JourneyStop[];
  /** Great circles from stop to stop, one list of lines a leg: two where it crosses the date line. */
  legs: [latitude: number, longitude: number][][][];
  distance_km: number;
  /** In the order in which they were reached. */
  countries: string[];
}

/** A rock's shown finds as numbers, and what the catalogue knows of it. */
export interface RockSummary {
  rock_number: number;
  trips: number;
  /** YYYY-MM-DD; empty without a find. */
  first: string;
  latest: string;
  artists: string[];
  in_catalogue: boolean;
  /** Version of the rock's `pin.webp`, for its address; null while there is none. */
  pin: string | null;
}

/** Where a pin of the map is, in words. */
export interface PinPlace {
  /** The rock's number; of a find of rock 0, `0-` and its key. */
  pin: string;
  place: string;
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

/** An album as the admin sees it. */
export interface AdminAlbum extends Album {
  /** Of what may be edited: for If-Match. */
  version: string;
}

/** A photo as the admin sees it. */
export interface AdminPhoto extends Photo {
  /** Whether its derivatives are made. */
  ready: boolean;
  /** Why they could not be made, or why it is not shown. */
  error: string | null;
  /** Of what may be edited: for If-Match. */
  version: string;
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
  /** The admin said that it has no place on the map. */
  no_place: boolean;
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
  /** Of what may be edited: for If-Match. */
  version: string;
}

/** A rock of the catalogue as the admin sees it. */
export interface Rock {
  rc_key: number;
  rock_number: number;
  artists: { ra_key: number; display_name: string }[];
  comment: string;
  create_dt: string;
  /** Whether its picture's smaller versions are made. */
  ready: boolean;
  /** Why they could not be made. */
  error: string | null;
  /** Of what may be edited: for If-Match. */
  version: string;
}

export interface User {
  ra_key: number;
  display_name: string;
  relation: string;
  /** YYYY-MM-DD */
  dob: string | null;
  create_dt: string;
  /** Of what may be edited: for If-Match. */
  version: string;
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
  path: v.optional(v.string("Enter a folder."), "media/rocks"),
  regenerate: v.optional(v.boolean("Enter true or false."), false),
});

/** Album names: also a folder's name, and never one that an address of the API has taken. */
export const RESERVED_ALBUM_NAMES = ["photos", "reorder", "sync"];

export const AlbumName = v.pipe(
  v.string(messages.albumName),
  v.regex(/^[a-z0-9]+$/, messages.albumName),
  v.maxLength(60, "Name can have 60 characters at most."),
  v.check(
    (name) => !RESERVED_ALBUM_NAMES.includes(name),
    "The site itself needs that name. Please choose another.",
  ),
);

const DisplayName = v.nullish(text("Display name", 100));
const Description = v.nullish(text("Description", 2000));
const Show = v.optional(v.boolean("Enter true or false."));

/** `PUT /api/albums/{pa_key}`: the name stays; of the rest, what is absent or null stays too. */
export const AlbumChange = v.object({
  display_name: DisplayName,
  desc: Description,
  show: Show,
});
export type AlbumChange = v.InferOutput<typeof AlbumChange>;

/** `POST /api/albums`. */
export const NewAlbum = v.object({ name: AlbumName, ...AlbumChange.entries });
export type NewAlbum = v.InferOutput<typeof NewAlbum>;

/** `PUT /api/albums/photos/{p_key}`: what is absent stays; a blank or null date is none. */
export const PhotoChange = v.object({
  ...AlbumChange.entries,
  date: v.optional(
    v.union([
      v.pipe(
        v.nullable(v.literal("")),
        v.transform(() => null),
      ),
      v.pipe(
        v.string("Enter the date as YYYY-MM-DD."),
        v.check(
          (day) => isRealDay(day) && day >= "1000-01-01",
          "That day does not exist. Enter the date as YYYY-MM-DD.",
        ),
      ),
    ]),
  ),
});
export type PhotoChange = v.InferOutput<typeof PhotoChange>;

/** Photos that may be added to an album at once. */
export const PHOTOS_MAX = 200;

const key = v.pipe(
  v.number("Keys and orders are whole numbers."),
  v.integer("Keys and orders are whole numbers."),
);

/** `POST /api/albums/reorder`. */
export const AlbumSwap = v.object({
  a_key: key,
  a_order: key,
  b_key: key,
  b_order: key,
});
export type AlbumSwap = v.InferOutput<typeof AlbumSwap>;

const PhotoPlace = v.object({ p_key: key, order_num: key });

/** `POST /api/albums/{pa_key}/photos/swap`. */
export const PhotoSwap = v.object({ photo1: PhotoPlace, photo2: PhotoPlace });
export type PhotoSwap = v.InferOutput<typeof PhotoSwap>;

/** `POST …/reorder-all`: all keys in their new order; without any the order stays, and its holes are closed. */
export const NewOrder = v.object({
  order: v.optional(v.array(key, "Enter a list of keys.")),
});

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

/** The texts as their editor sees them. */
export interface SiteTextsDraft extends SiteTexts {
  version: string;
}

export const MARKDOWN_MAX = 20_000;

/** `POST /api/site-texts/preview`. */
export const MarkdownText = v.object({ text: text("The text", MARKDOWN_MAX) });

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

/** The pictures that a family may put in place of those that ship, and where each is seen. */
export const sitePictures = {
  home_bkg: {
    title: "Home picture",
    use: "Behind the title of the home page.",
  },
  rock_bkg: {
    title: "Share Your Rock picture",
    use: "At the top of Share Your Rock.",
  },
  logo: {
    title: "Logo",
    use: "In the navigation of every page. A square works best.",
  },
} as const;
export type SitePictureName = keyof typeof sitePictures;

export interface SitePicture {
  name: SitePictureName;
  /** Whether it is the family's own; else the one that ships. */
  own: boolean;
  /** Whether the own one is served already. */
  ready: boolean;
  /** Why it could not be made. */
  error: string | null;
  /** To be set behind its address; null where the one that ships is served. */
  version: string | null;
}

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
