import { load } from "exifreader";
import {
  isPlausibleAccuracy,
  isPlausibleTime,
} from "#domain/finds/plausible.ts";

/** The place and time of a photograph, as the camera wrote them into the file. */
export interface PhotoPlace {
  latitude: number;
  longitude: number;
  /** Metres; null if the camera didn't say. */
  accuracy: number | null;
  taken_dt?: string;
}

const TAGS = [
  "GPSLatitude",
  "GPSLatitudeRef",
  "GPSLongitude",
  "GPSLongitudeRef",
  "GPSHPositioningError",
  "GPSDateStamp",
  "GPSTimeStamp",
  "DateTimeOriginal",
  "OffsetTimeOriginal",
] as const;

type Tags = Partial<Record<(typeof TAGS)[number], { value: unknown }>>;

/** Reads a photograph's own position on this device. Undefined if it has none, or if it makes no sense. */
export async function readPhotoPlace(
  file: File,
): Promise<PhotoPlace | undefined> {
  const tags = await readTags(file);
  const latitude = readDegrees(tags.GPSLatitude, tags.GPSLatitudeRef, "NS", 90);
  const longitude = readDegrees(
    tags.GPSLongitude,
    tags.GPSLongitudeRef,
    "EW",
    180,
  );
  if (latitude === undefined || longitude === undefined) return undefined;
  // Cameras without a fix write zeros.
  if (latitude === 0 && longitude === 0) return undefined;
  const accuracy = readFraction(tags.GPSHPositioningError?.value) ?? NaN;
  return {
    latitude,
    longitude,
    accuracy: isPlausibleAccuracy(accuracy) ? accuracy : null,
    taken_dt: readGpsTime(tags) ?? readLocalTime(tags),
  };
}

/** Reads no more of the file than it takes to find the tags. A file without any is no error. */
async function readTags(file: File): Promise<Tags> {
  try {
    const { exif } = await load(file, {
      length: "auto",
      expanded: true,
      includeOffsets: true,
      includeTags: { exif: [...TAGS] },
    });
    return exif ?? {};
  } catch {
    return {};
  }
}

/** @param hemispheres the letter for plus, then the one for minus */
function readDegrees(
  tag: Tags["GPSLatitude"],
  reference: Tags["GPSLatitudeRef"],
  hemispheres: "NS" | "EW",
  max: number,
) {
  const hemisphere = hemispheres.indexOf(readText(reference) || "?");
  const parts = readFractions(tag?.value);
  if (hemisphere === -1 || !parts) return undefined;
  const [degrees, minutes, seconds] = parts;
  if (minutes > 60 || seconds > 60) return undefined;
  const value = degrees + minutes / 60 + seconds / 3600;
  if (value > max) return undefined;
  return round(hemisphere === 0 ? value : -value);
}

/** GPS time is UTC. */
function readGpsTime({ GPSDateStamp, GPSTimeStamp }: Tags) {
  const time = readFractions(GPSTimeStamp?.value);
  const day = /^(\d{4})[:-](\d\d)[:-](\d\d)$/.exec(readText(GPSDateStamp));
  if (!time || !day) return undefined;
  const [hours, minutes, seconds] = time;
  return formatTime(
    Date.UTC(+day[1]!, +day[2]! - 1, +day[3]!, hours, minutes, seconds),
  );
}

/** The camera's clock. Without an offset it is taken to be in this device's time zone. */
function readLocalTime({ DateTimeOriginal, OffsetTimeOriginal }: Tags) {
  const time = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)$/.exec(
    readText(DateTimeOriginal),
  );
  if (!time) return undefined;
  const offset = /^[+-]\d\d:\d\d$/.exec(readText(OffsetTimeOriginal))?.[0];
  return formatTime(
    Date.parse(`${time[1]}-${time[2]}-${time[3]}T${time[4]}${offset ?? ""}`),
  );
}

const formatTime = (ms: number) =>
  isPlausibleTime(ms) ? new Date(ms).toISOString() : undefined;

/** Texts are lists of one text. */
const readText = (tag: { value: unknown } | undefined) =>
  Array.isArray(tag?.value) ? String(tag.value[0]).trim() : "";

/** Three fractions, each [numerator, denominator], as numbers. Undefined if one isn't a number. */
function readFractions(value: unknown) {
  if (!Array.isArray(value) || value.length !== 3) return undefined;
  const numbers = value.map(readFraction);
  return numbers.includes(undefined)
    ? undefined
    : (numbers as [number, number, number]);
}

function readFraction(value: unknown) {
  if (!Array.isArray(value)) return undefined;
  const number = Number(value[0]) / Number(value[1]);
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}

/** Six digits are a tenth of a metre. */
const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
