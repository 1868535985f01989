import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import { saying } from "#core/languages/say.ts";
import {
  DESCRIPTION_MAX,
  EARLIEST_DATE,
  IMAGES_MAX,
  PAGE_MAX,
  ROCK_NUMBER_MAX,
  SEARCH_MAX,
} from "#core/limits.ts";
import { Blurs } from "#core/blurs.ts";
import { messages } from "#core/messages.ts";
import {
  changeOf,
  Email,
  isRealDay,
  Latitude,
  listOf,
  Longitude,
  requiredText,
  text,
  tomorrow,
  described,
} from "#core/schemas.ts";
import { isPlausibleAccuracy, isPlausibleTime } from "./plausible.ts";
import { PRECISIONS } from "#core/precision.ts";
import { RockNumber } from "../rocks/schemas.ts";
import { UploadIds } from "../uploads/schemas.ts";

export const Location = requiredText(msg`Location`, 200);
export const Comment = requiredText(msg`Comment`, 5000);
const VisitorName = text(msg`Name`, 100);

/** The day of a find, YYYY-MM-DD: not before 2000, not after tomorrow (UTC). */
export const FindDay = v.pipe(
  v.string(saying(msg`Enter the date as YYYY-MM-DD.`)),
  v.check(isRealDay, saying(messages.noSuchDay)),
  v.check((day) => day >= EARLIEST_DATE, saying(messages.dayTooEarly)),
  v.check(
    (day) => day <= tomorrow(),
    saying(msg`The date can't be in the future.`),
  ),
);

/** A day as above, or with a time: YYYY-MM-DDTHH:MM:SSZ. The output always has the time. */
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

/** Precision at which the public may know a find's place: 0 (exactly), or metres. */
export const Precision = v.picklist(
  PRECISIONS,
  "The precision is 0, 1000 or 10000 metres.",
);

/** The rock's place according to the finder; accuracy in metres. */
export const Suggestion = v.object({
  latitude: Latitude,
  longitude: Longitude,
  accuracy: v.nullish(v.pipe(v.number(), v.finite(), v.minValue(0)), null),
  source: v.picklist(["photo", "device", "map", "town"]),
  precision: v.optional(Precision, 0),
  /** The time at which the device or the camera knew it. */
  taken_dt: v.optional(v.pipe(v.string(), v.isoTimestamp())),
});
export type Suggestion = v.InferOutput<typeof Suggestion>;

/** As it is sent. Devices derive it, so what is odd is dropped: its accuracy, its time, or the whole place. */
const SentSuggestion = v.fallback(
  v.optional(
    v.pipe(
      v.string(),
      v.parseJson(),
      v.object({
        ...Suggestion.entries,
        accuracy: v.fallback(
          v.nullish(v.pipe(v.number(), v.check(isPlausibleAccuracy)), null),
          null,
        ),
        taken_dt: v.fallback(
          v.optional(
            v.pipe(
              v.string(),
              v.isoTimestamp(),
              v.check((time) => isPlausibleTime(Date.parse(time))),
            ),
          ),
          undefined,
        ),
      }),
    ),
  ),
  undefined,
);

export const FindKey = v.pipe(
  v.string(),
  v.regex(
    /^[A-Za-z0-9_-]{22}$|^[0-9a-f]{32}$/,
    saying(msg`Enter 128 bits, as hex or base64url.`),
  ),
);

/** A finder's texts about a find: the form sends them, the table has columns of these names, the admin edits it. */
export const findTexts = {
  location: Location,
  comment: Comment,
  name: v.optional(VisitorName, ""),
  email: v.optional(Email, ""),
};

/** Description of a picture in one line, for people who can't see it. null and blank mean that there is none. */
export const ImageDescription = v.pipe(
  v.nullable(v.string(saying(msg`Describe each picture in words.`))),
  v.transform((words) =>
    (words ?? "").replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim(),
  ),
  text(msg`Description`, DESCRIPTION_MAX),
);

/** Something of each picture, as JSON in a field of a form. Blank for none. */
const ofEachPicture = <S extends v.GenericSchema>(
  element: S,
  wrong: MessageDescriptor,
  tooMany: MessageDescriptor,
  description: string,
) =>
  described(
    v.pipe(
      v.string(saying(wrong)),
      v.transform((json) => json || "[]"),
      v.parseJson({}, saying(wrong)),
      listOf(element, IMAGES_MAX, {
        list: saying(wrong),
        tooMany: saying(tooMany),
      }),
    ),
    description,
  );

const Descriptions = ofEachPicture(
  ImageDescription,
  msg`Send the descriptions as a JSON list, in the order of the pictures.`,
  messages.tooManyDescriptions,
  `JSON list of what each picture shows, in words (${DESCRIPTION_MAX} characters at most), in the order of the pictures; "" for none.`,
);

const BlursOfAll = ofEachPicture(
  Blurs,
  msg`Send the hidden parts as a JSON list, in the order of the pictures.`,
  messages.tooManyBlurs,
  "JSON list of what is hidden in each picture, in the order of the pictures: for each a list of `[x, y, width, height]`, fractions of the upright picture. These parts are blurred wherever the picture is shown.",
);

/** Absent or blank means today (UTC). */
const FormDay = v.optional(
  v.union([
    v.pipe(
      v.literal(""),
      v.transform(() => new Date().toISOString().slice(0, 10)),
    ),
    FindDay,
  ]),
  "",
);

/** The text fields of `POST /api/upload-rock`. */
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
  ...findTexts,
  date: FormDay,
  submission_id: v.optional(
    v.pipe(v.string(), v.uuid(saying(msg`Enter a UUID.`))),
  ),
  suggestion: SentSuggestion,
  find_key: v.optional(FindKey),
  descriptions: v.optional(Descriptions),
  blurs: v.optional(BlursOfAll),
  uploads: v.optional(
    described(
      UploadIds,
      "JSON list of ids of finished uploads (`/api/uploads`). They come before `images`; together they are one to five.",
    ),
  ),
});
export type NewFind = v.InferOutput<typeof NewFind>;

const STATES_MAX = 50;

/** `POST /api/finds/states`: finds, each with its own key. */
export const StatesRequest = v.object({
  finds: listOf(
    v.object({ uuid: v.pipe(v.string(), v.uuid()), find_key: FindKey }),
    STATES_MAX,
    { tooMany: saying(msg`Ask for ${STATES_MAX} finds at most.`) },
  ),
});
export type StatesRequest = v.InferOutput<typeof StatesRequest>;

/** A correction as a form. The page of an earlier version of the site may still be open, and sends it. */
export const FindCorrection = changeOf({
  rockNumber: RockNumber,
  ...findTexts,
  date: FormDay,
  descriptions: v.optional(Descriptions),
  blurs: v.optional(BlursOfAll),
});
export type FindCorrection = v.InferOutput<typeof FindCorrection>;

export const ImageChange = v.object({
  description: v.optional(ImageDescription),
  blurs: v.optional(v.nullable(Blurs)),
});
export type ImageChange = v.InferOutput<typeof ImageChange>;

const NOT_A_NUMBER = "A rock number is a whole number from 0 to 100000.";

/** As JSON has it, or in digits. */
const AnyRockNumber = v.union([
  v.pipe(
    v.number(NOT_A_NUMBER),
    v.integer(NOT_A_NUMBER),
    v.minValue(0, NOT_A_NUMBER),
    v.maxValue(ROCK_NUMBER_MAX, NOT_A_NUMBER),
  ),
  RockNumber,
]);

/** More pictures than a find usually has, because the admin may add some. */
const PICTURES_CHANGED_MAX = 50;

/** Changes of a find's pictures by their names. Others, and what is absent of one, stay as they are. */
const PictureChanges = listOf(
  v.object({
    name: v.string(),
    description: v.optional(ImageDescription),
    blurs: v.optional(v.nullable(Blurs)),
  }),
  PICTURES_CHANGED_MAX,
  {
    tooMany: saying(
      msg`Change ${PICTURES_CHANGED_MAX} pictures at most at once.`,
    ),
  },
);

/** `PUT /api/finds/{uuid}`: what its finder has changed. */
export const FinderChange = changeOf({
  rock_number: AnyRockNumber,
  ...findTexts,
  date: FormDay,
  images: described(
    PictureChanges,
    "Those pictures that were changed, by their names. What is absent of one stays as it is.",
  ),
});
export type FinderChange = v.InferOutput<typeof FinderChange>;

/** `PUT /api/journey-admin/{rps_key}`. `coordinates` counts if both numbers are absent. null takes the place away. */
export const FindChange = v.object({
  ...changeOf({
    rock_number: AnyRockNumber,
    ...findTexts,
    date: FindDate,
    show: v.boolean("Enter true or false."),
    coordinates: v.string(),
    precision: Precision,
    no_place: described(
      v.boolean("Enter true or false."),
      "The find is meant to be without a place on the map. Coordinates take it back.",
    ),
  }).entries,
  latitude: v.optional(v.nullable(Latitude)),
  longitude: v.optional(v.nullable(Longitude)),
});
export type FindChange = v.InferOutput<typeof FindChange>;

/**
 * Splits 'lat, lon', as typed or pasted, also in brackets. Both are null if it does not split in two. Undefined if they
 * are not numbers: refuse that, because null would take the find off the map.
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

/** Which finds a list of the admin's has: `GET /api/journey-admin`. */
export const findFilter = {
  q: described(
    v.optional(text("The search", SEARCH_MAX)),
    "Words and numbers. Each must occur in number, place, name, e-mail address, comment or UUID, in any letter case and without regard to accents.",
  ),
  state: described(
    v.optional(
      v.picklist(
        ["waiting", "shown", "hidden"],
        "The state is waiting, shown or hidden.",
      ),
    ),
    "`waiting`: hidden, and nobody has decided; `hidden`: somebody has.",
  ),
  rock_number: described(
    v.optional(RockNumber),
    "Finds of this rock; 0 for those without a number.",
  ),
  from: described(v.optional(FindDay), "The first day of a find, YYYY-MM-DD."),
  to: described(v.optional(FindDay), "The last day."),
};
const FindFilter = v.object(findFilter);
export type FindFilter = v.InferOutput<typeof FindFilter>;

/** `?from=` of a rock's page: how many finds to leave out. */
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

/** One find of a rock. Of rock 0 each is a rock of its own. */
export const OneFind = v.object({
  find: v.optional(
    v.pipe(
      v.string(),
      v.description("This find alone: its UUID, or the rps_key of its pin."),
      v.regex(
        /^(\d{1,15}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/,
        saying(msg`There is no such rock here.`),
      ),
    ),
  ),
});

/** `GET /api/rock-posts/locations/places`: pins by the names that `PinPlace` gives them. */
export const PinKeys = v.object({
  pins: v.pipe(
    v.string(saying(msg`pins is needed.`)),
    v.description(
      "Up to 100 rock numbers, with commas between; a find of rock 0 is `0-` and its rps_key.",
    ),
    v.transform((text) => text.split(",")),
    v.maxLength(PAGE_MAX, saying(msg`${PAGE_MAX} pins at most.`)),
    v.array(
      v.pipe(
        v.string(),
        v.regex(
          /^([1-9]\d{0,5}|0-\d{1,15})$/,
          saying(msg`pins must be rock numbers, with commas between.`),
        ),
      ),
    ),
  ),
});
