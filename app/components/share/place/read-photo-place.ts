import { load, type ExifTags, type ExpandedTags } from "exifreader";
import {
  isPlausibleAccuracy,
  isPlausibleTime,
} from "#domain/finds/plausible.ts";
import type { Suggestion } from "#domain/finds/schemas.ts";

/** The place and time of a photograph, as the camera wrote them into the file. */
export type PhotoPlace = Omit<Suggestion, "source" | "precision">;

const TAGS = [
  "GPSLatitude",
  "GPSLatitudeRef",
  "GPSLongitude",
  "GPSLongitudeRef",
  "GPSStatus",
  "GPSHPositioningError",
  "DateTimeOriginal",
  "OffsetTimeOriginal",
];

/** Reads a photograph's own position on this device. Undefined if it has none, or if it makes no sense. */
export async function readPhotoPlace(
  file: File,
): Promise<PhotoPlace | undefined> {
  const { exif, gps } = await readTags(file);
  const latitude = toward(gps?.Latitude, exif?.GPSLatitudeRef, "NS");
  const longitude = toward(gps?.Longitude, exif?.GPSLongitudeRef, "EW");
  const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  // Cameras without a fix say so, or write zeros.
  const isFixed = firstLetter(exif?.GPSStatus) !== "V";
  if (!isPlace || !isFixed || (latitude === 0 && longitude === 0))
    return undefined;
  const [metres = NaN, per = NaN] = exif?.GPSHPositioningError?.value ?? [];
  const accuracy = metres / per;
  return {
    latitude: round(latitude),
    longitude: round(longitude),
    accuracy: isPlausibleAccuracy(accuracy) ? accuracy : null,
    taken_dt: readTime(exif),
  };
}

/** Signed degrees: minus towards the second of two directions, NaN towards neither. Some cameras write 'South', or 's'. */
function toward(
  degrees = NaN,
  reference: Tag | undefined,
  [plus, minus]: string,
) {
  const letter = firstLetter(reference);
  const sign = letter === plus ? 1 : letter === minus ? -1 : NaN;
  return Math.abs(degrees) * sign;
}

interface Tag {
  value: unknown;
}

const firstLetter = (tag: Tag | undefined) =>
  [tag?.value].flat().join("").trim().charAt(0).toUpperCase();

/** Reads no more of the file than it takes to find the tags. A file without any is no error. */
const readTags = (file: File) =>
  load(file, {
    length: "auto",
    expanded: true,
    includeOffsets: true,
    includeTags: { exif: TAGS, gps: true },
  }).catch((): ExpandedTags => ({}));

/** The camera's clock. Without an offset it is taken to be in this device's time zone. */
function readTime({ DateTimeOriginal, OffsetTimeOriginal }: ExifTags = {}) {
  const [, year, month, rest] =
    /^(\d{4}):(\d\d):(\d\d \d\d:\d\d:\d\d)$/.exec(
      String(DateTimeOriginal?.value),
    ) ?? [];
  const offset = OffsetTimeOriginal?.value ?? "";
  const ms = Date.parse(`${year}-${month}-${rest?.replace(" ", "T")}${offset}`);
  return isPlausibleTime(ms) ? new Date(ms).toISOString() : undefined;
}

/** Six digits are a tenth of a metre. */
const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
