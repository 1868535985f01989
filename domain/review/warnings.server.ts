import type { Spot } from "#core/precision.ts";
import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { distanceKm } from "#core/great-circle.ts";
import { parseBlurs, type Blur } from "#core/blurs.ts";
import { readOwnImages } from "../finds/admin/read-finds.server.ts";
import type { AdminFind } from "../finds/answers.ts";
import { listChangesSinceLook } from "../finds/history.server.ts";
import { findDistantPlace } from "../places/named-place.server.ts";
import { ROCK_NUMBER_MAX } from "#core/limits.ts";
import type { ReviewWarning } from "./answers.ts";
import type { ReviewScope } from "./scope.server.ts";

/** @param spot the place of the find, if known */
export async function listWarnings(
  scope: ReviewScope,
  find: AdminFind,
  spot: Spot | undefined,
): Promise<ReviewWarning[]> {
  return [
    checkHiddenParts(find),
    checkCorrections(scope, find),
    checkNumber(find, spot),
    await checkPictures(scope, find),
    spot && checkJump(find, spot),
    spot && checkWords(find, spot),
  ].filter((warning) => warning !== undefined);
}

function checkHiddenParts({ rps_key }: AdminFind): ReviewWarning | undefined {
  const images = readOwnImages(rps_key).flatMap(
    ({ name, blurs, looked_blurs }) => {
      const looked = looked_blurs === null ? [] : parseBlurs(looked_blurs);
      const parts = looked.filter((part) => !isCovered(part, blurs)).length;
      return parts > 0 ? [{ imagename: name, parts }] : [];
    },
  );
  return images.length > 0 ? { kind: "taken-back", images } : undefined;
}

/** Whether one of the parts hides all of another. */
const isCovered = ([x, y, width, height]: Blur, parts: Blur[]) =>
  parts.some(
    (part) =>
      part[0] <= x + ROUNDING &&
      part[1] <= y + ROUNDING &&
      part[0] + part[2] >= x + width - ROUNDING &&
      part[1] + part[3] >= y + height - ROUNDING,
  );
/** As a fraction of a side: less than a pixel of any picture. */
const ROUNDING = 1e-5;

function checkCorrections(
  scope: ReviewScope,
  { rps_key }: AdminFind,
): ReviewWarning | undefined {
  const { email, lang: _lang, ...others } = listChangesSinceLook(rps_key);
  const changes = email && scope.by === "admin" ? { ...others, email } : others;
  return Object.keys(changes).length > 0
    ? { kind: "changed", changes }
    : undefined;
}

/** A rock is only offered instead if it was last found as near as this: then it's likely the one. */
const LIKELY_KM = 50;

function checkNumber(
  { rock_number, rock_number_qr }: AdminFind,
  spot: Spot | undefined,
): ReviewWarning | undefined {
  const in_catalogue = isInCatalogue(rock_number);
  const code = rock_number_qr === rock_number ? null : rock_number_qr || null;
  // A finder who couldn't read the number has said so.
  if (code === null && (in_catalogue || rock_number === 0)) return undefined;
  return {
    kind: "number",
    in_catalogue,
    code,
    near:
      in_catalogue || code !== null || !spot
        ? null
        : findSimilarNear(rock_number, spot),
  };
}

const isInCatalogue = (rockNumber: number) =>
  getDb().get<{ n: number }>(
    sql`SELECT count(*) AS n FROM rocks WHERE rock_number = ${rockNumber}`,
  ).n > 0;

/** The rock of the catalogue whose number differs in one digit, if its last find was near this one. */
function findSimilarNear(rockNumber: number, spot: Spot) {
  const near = getDb()
    .all<Spot & { rock_number: number }>(
      sql`SELECT rock_number, latitude, longitude FROM rocks JOIN rock_pins USING (rock_number)
           WHERE rock_number IN (SELECT value FROM json_each(${JSON.stringify(listSimilar(rockNumber))}))`,
    )
    .map((rock) => ({
      rock_number: rock.rock_number,
      distance_km: Math.round(distanceKm(rock, spot)),
    }))
    .filter(({ distance_km }) => distance_km <= LIKELY_KM);
  return near.length === 1 ? near[0]! : null;
}

/** Numbers that one wrong, missing or additional digit, or two that changed places, make of this one. */
function listSimilar(rockNumber: number) {
  const digits = String(rockNumber);
  const all = [...digits].flatMap((digit, at) => {
    const before = digits.slice(0, at);
    const after = digits.slice(at + 1);
    return [
      before + after,
      before + (after[0] ?? "") + digit + after.slice(1),
      ...[..."0123456789"].flatMap((other) => [
        before + other + after,
        before + other + digit + after,
        before + digit + other + after,
      ]),
    ];
  });
  return [...new Set(all.map(Number))].filter(
    (number) =>
      number > 0 && number <= ROCK_NUMBER_MAX && number !== rockNumber,
  );
}

interface Image {
  rpi_key: number;
  current_name: string;
  fingerprint: string | null;
  taken_dt: string | null;
}

async function checkPictures(
  scope: ReviewScope,
  { rps_key }: AdminFind,
): Promise<ReviewWarning | undefined> {
  const images = getDb().all<Image>(
    sql`SELECT rpi_key, current_name, fingerprint, taken_dt FROM rock_post_images WHERE rps_key = ${rps_key} ORDER BY rpi_key`,
  );
  for (const { current_name, fingerprint, taken_dt } of images) {
    await setImmediate();
    const alike = await listAlike(fingerprint);
    const earlier = getEarlier(rps_key, alike, taken_dt);
    if (earlier)
      return {
        kind: "same-picture",
        imagename: current_name,
        earlier: asSeenBy(scope, earlier),
      };
  }
  return undefined;
}

interface Earlier {
  rps_key: number;
  uuid: string;
  rock_number: number;
  location: string;
  date: string;
  name: string;
  show: number;
  imagename: string;
  is_public: number;
}

/** Camera clocks decide first: the same second means one picture, and different seconds mean two. */
const getEarlier = (rpsKey: number, alike: Alike[], taken: string | null) =>
  getDb().get<Earlier | undefined>(sql`
    SELECT p.rps_key, p.uuid, p.rock_number, p.location, substr(p.date, 1, 10) AS date, p.name, p.show,
           i.current_name AS imagename,
           EXISTS (SELECT 1 FROM public_images q WHERE q.rpi_key = i.rpi_key) AS is_public
      FROM json_each(${JSON.stringify(alike)}) a
      JOIN rock_post_images i ON i.rpi_key = a.value ->> 'key' JOIN rock_posts p USING (rps_key)
     WHERE p.rps_key < ${rpsKey}
       AND ifnull(i.taken_dt = ${taken}, a.value ->> 'bits' <= ${ALIKE_BITS})
     ORDER BY i.ready DESC, p.rps_key LIMIT 1`);

/** A mail's key opens no other hidden find, and no public one's sender. */
function asSeenBy(
  scope: ReviewScope,
  { rps_key, name, is_public, show, ...earlier }: Earlier,
) {
  const isOwn = scope.by === "admin" || scope.finds.includes(rps_key);
  if (!isOwn && is_public === 0) return null;
  return {
    ...earlier,
    show: show === 1,
    ...(scope.by === "admin" ? { name } : {}),
  };
}

/** Against the stops right before and after it, because a find may be sent long after its day. */
function checkJump(
  { rock_number, rps_key, date, create_dt }: AdminFind,
  spot: Spot,
): ReviewWarning | undefined {
  if (rock_number === 0) return undefined;
  const here: Stop = { ...spot, date: date.slice(0, 10) };
  const stops = sql`
    SELECT location, substr(p.date, 1, 10) AS date, latitude, longitude FROM public_finds p
     WHERE rock_number = ${rock_number} AND rps_key <> ${rps_key} AND latitude IS NOT NULL`;
  type StopRow = Stop & { location: string };
  const before = getDb().get<StopRow | undefined>(
    sql`${stops} AND (p.date, p.create_dt, p.rps_key) < (${date}, ${create_dt}, ${rps_key})
         ORDER BY p.date DESC, p.create_dt DESC, p.rps_key DESC LIMIT 1`,
  );
  const after = getDb().get<StopRow | undefined>(
    sql`${stops} AND (p.date, p.create_dt, p.rps_key) > (${date}, ${create_dt}, ${rps_key})
         ORDER BY p.date, p.create_dt, p.rps_key LIMIT 1`,
  );
  for (const [stop, jump] of [
    [before, before && findImpossibleJump(before, here)],
    [after, after && findImpossibleJump(here, after)],
  ] as const)
    if (stop && jump)
      return {
        kind: "too-far",
        location: stop.location,
        date: stop.date,
        ...jump,
      };
  return undefined;
}

function checkWords(
  { location }: AdminFind,
  spot: Spot,
): ReviewWarning | undefined {
  const named = findDistantPlace(location, spot);
  return named && { kind: "place", ...named };
}

export interface Stop {
  /** YYYY-MM-DD, as the calendar had it there. */
  date: string;
  /** Degrees, WGS 84. */
  latitude: number;
  longitude: number;
}

/** The longest non-stop flight there is, Singapore to New York: 15,349 km in 18 hours 40 minutes. */
const KM_PER_HOUR = 15_349 / (18 + 40 / 60);
/** To an airport and through it, from the other one to the place, and until somebody has found the rock there. */
const GROUND_HOURS = 6;
/** The difference between clocks and the sun, as in the west of Spain or of China. */
const CLOCK_HOURS = 3;
/** From here on east and west, islands chose on which side of the date line they are. */
const DATE_LINE_FROM = 150;

/** @param from YYYY-MM-DD, as `to` */
export const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

/**
 * Whether a rock can't have come from one stop to the next, in the longest possible time: from the first minute of one
 * day to the last of the other, each in local time. Going east leaves less, and going west more.
 * @returns the way in kilometres and the most hours there were, if an aeroplane needs longer
 */
export function findImpossibleJump(from: Stop, to: Stop) {
  const distance = distanceKm(from, to);
  const hours =
    24 * (daysBetween(from.date, to.date) + 1) -
    degreesEast(from, to) / 15 +
    CLOCK_HOURS;
  return hours < distance / KM_PER_HOUR + GROUND_HOURS
    ? {
        distance_km: Math.round(distance),
        hours: Math.max(0, Math.round(hours)),
      }
    : undefined;
}

function degreesEast(from: Stop, to: Stop) {
  const degrees = to.longitude - from.longitude;
  const isAtDateLine = [from, to].every(
    ({ longitude }) => Math.abs(longitude) > DATE_LINE_FROM,
  );
  return isAtDateLine && degrees > 180 ? degrees - 360 : degrees;
}

/**
 * Bits of 64 that may differ between two versions of one picture. Measured on 116 pictures: no more differ in 9 of 10
 * versions of another size, quality or format, in half of those with 2 % cut off, and in one of 4,330 different pairs.
 */
export const ALIKE_BITS = 4;
/** If a camera took both in the same second. So 99 of 100 versions are found, and 8 of 10 with 5 % cut off. */
export const SAME_SECOND_BITS = 10;

interface Alike {
  key: number;
  bits: number;
}

/** Rows read at a time. The site answers other requests in between. */
const CHUNK = 5_000;

/** Images with up to `SAME_SECOND_BITS` different bits. None of a plain picture, because all plain ones look alike. */
export async function listAlike(fingerprint: string | null): Promise<Alike[]> {
  const [high, low] = halvesOf(fingerprint ?? "0");
  if (isPlain(high, low)) return [];
  const found: Alike[] = [];
  let last = 0;
  for (;;) {
    // SQLite can't look for those that differ in a few bits.
    const rows = getDb().all<{ key: number; fingerprint: string }>(
      sql`SELECT rpi_key AS key, fingerprint FROM rock_post_images
           WHERE rpi_key > ${last} AND fingerprint IS NOT NULL ORDER BY rpi_key LIMIT ${CHUNK}`,
    );
    for (const { key, fingerprint } of rows) {
      const [otherHigh, otherLow] = halvesOf(fingerprint);
      const bits =
        countBits((otherHigh ^ high) >>> 0) + countBits((otherLow ^ low) >>> 0);
      if (bits <= SAME_SECOND_BITS) found.push({ key, bits });
    }
    if (rows.length < CHUNK) return found;
    last = rows.at(-1)!.key;
    await setImmediate();
  }
}

const halvesOf = (fingerprint: string) =>
  [
    Number.parseInt(fingerprint.slice(0, 8), 16),
    Number.parseInt(fingerprint.slice(8) || "0", 16),
  ] as const;

/** Bits that have to be set, and not set, in a picture that shows something. */
const CONTRAST_BITS = 8;

function isPlain(high: number, low: number) {
  const bits = countBits(high) + countBits(low);
  return bits < CONTRAST_BITS || bits > 64 - CONTRAST_BITS;
}

/** Set bits of 32. */
function countBits(bits: number) {
  bits -= (bits >>> 1) & 0x55555555;
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
