import { sql } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { mapJourney } from "#core/map/journey-map.ts";
import type { Spot } from "#core/precision.ts";
import {
  readRoute,
  getTotals,
  listCards,
  summarizeRock,
  type FindCard,
} from "../finds/journeys.server.ts";
import { listPhotoCards, type PhotoCard } from "./on-this-day.server.ts";

/** Scenes of a screen on a memorial day, without an end. Public things only. */

export interface FindScene extends FindCard {
  kind: "find";
  /** Whether it was shown while this screen was on. */
  isNew: boolean;
}

export type JourneyScene = NonNullable<ReturnType<typeof readJourney>>;
export type WorldScene = NonNullable<ReturnType<typeof readWorld>>;

export type Scene =
  | { kind: "title" }
  | FindScene
  | PhotoCard
  | JourneyScene
  | WorldScene;

/** A screen's position in its scenes. */
export interface ScreenPosition {
  /** From 0. */
  step: number;
  /** The time in ISO 8601 after which a find that is shown is new. */
  since: string;
}

/** A journey's map in its own units: the shape of the space that most screens leave above the words. */
const MAP_FRAME = { x: 0, y: 0, width: 800, height: 370 };

const ORDER = [
  "title",
  "find",
  "photo",
  "journey",
  "find",
  "world",
  "find",
  "photo",
  "journey",
  "find",
] as const;

/** Every second find or journey is one of the newest; the others are from all times. */
const NEWEST = 40;
/** Dots on the map of the world, the newest. */
const DOTS = 600;
/** A new find waits for its picture this long. */
const PICTURE_MS = 15_000;
/** New finds are looked for among these. */
const LATEST = 500;

const readers: Record<
  Scene["kind"],
  (number: number, position: ScreenPosition) => Scene | undefined
> = {
  title: () => ({ kind: "title" }),
  find: readFind,
  photo: (number) => readPhoto(number),
  journey: readJourney,
  world: readWorld,
};

/** The scene of a step, and the step after it. A find that was shown since comes first. */
export function readScene(
  at: ScreenPosition,
  now = Date.now(),
): { scene: Scene; next: ScreenPosition } {
  const fresh = readNewFind(at.since, now);
  if (fresh)
    return { scene: fresh.scene, next: { step: at.step, since: fresh.at } };
  for (let step = at.step; ; step++) {
    const scene = readers[kindOf(step)](countBefore(step), at);
    if (scene) return { scene, next: { step: step + 1, since: at.since } };
  }
}

const kindOf = (step: number) => ORDER[step % ORDER.length]!;

function countBefore(step: number) {
  const count = (kinds: readonly string[]) =>
    kinds.filter((kind) => kind === kindOf(step)).length;
  return (
    Math.floor(step / ORDER.length) * count(ORDER) +
    count(ORDER.slice(0, step % ORDER.length))
  );
}

/** Spreads numbers evenly over 0 to 1, so that no part of the site waits long. */
const spread = (number: number) =>
  ((number + 1) * ((Math.sqrt(5) - 1) / 2)) % 1;

/** With their table, because `date` alone would be the day that a card has, by which no index sorts. */
const NEWEST_FIRST = sql`ORDER BY p.date DESC, p.create_dt DESC, p.rps_key DESC`;

/** With a range, because SQLite would otherwise sort all that is shown. */
const LAST_SENT = sql`WHERE rps_key > 0 ORDER BY rps_key DESC`;

function readFind(number: number): FindScene | undefined {
  const find = number % 2 === 0 ? pickNewest(number / 2) : pickAny(number);
  return find && { kind: "find", ...find, isNew: false };
}

function pickNewest(number: number) {
  const finds = listCards(sql`${NEWEST_FIRST} LIMIT ${NEWEST}`).filter(
    ({ imagename }) => imagename !== null,
  );
  return finds[number % finds.length];
}

const pickAny = (number: number) =>
  listCards(sql`
    WHERE rps_key > (SELECT rps_key FROM public_finds ${LAST_SENT} LIMIT 1) * ${spread(number)} - 1 AND imagenames <> '[]'
    ORDER BY rps_key LIMIT 1`)[0];

const readPhoto = (number: number): PhotoCard | undefined =>
  listPhotoCards(sql`
    WHERE p.p_key > (SELECT p_key FROM public_photos ORDER BY p_key DESC LIMIT 1) * ${spread(number)} - 1
    ORDER BY p.p_key LIMIT 1`)[0];

/** Of a rock that was found at two places at least, because one place is no journey. */
function readJourney(number: number) {
  const rockNumber =
    number % 2 === 0 ? pickNewestRock(number / 2) : pickAnyRock(number);
  if (rockNumber === undefined) return undefined;
  const { stops, distance_km, countries } = readRoute({
    rock_number: rockNumber,
  });
  return {
    kind: "journey" as const,
    rock: summarizeRock({ rock_number: rockNumber }),
    distance_km,
    countries,
    map: { ...MAP_FRAME, ...mapJourney(stops, true, MAP_FRAME) },
  };
}

const hasJourney = sql`
  (SELECT count(*) FROM (SELECT 1 FROM public_finds p
    WHERE p.rock_number = k.rock_number AND p.latitude IS NOT NULL LIMIT 2)) = 2`;

function pickNewestRock(number: number) {
  const rocks = getDb().all<{ rock_number: number }>(sql`
    SELECT DISTINCT rock_number FROM
      (SELECT rock_number FROM public_finds p WHERE rock_number > 0 ${NEWEST_FIRST} LIMIT ${NEWEST}) k
     WHERE ${hasJourney}`);
  return rocks[number % rocks.length]?.rock_number;
}

const pickAnyRock = (number: number) =>
  getDb().get<{ rock_number: number } | undefined>(sql`
    SELECT rock_number FROM rock_pins k
     WHERE rock_number > (SELECT max(rock_number) FROM rock_pins) * ${spread(number)} - 1
       AND rock_number > 0 AND ${hasJourney}
     ORDER BY rock_number LIMIT 1`)?.rock_number;

function readWorld() {
  const places = getDb().all<Spot>(sql`
    SELECT latitude, longitude FROM public_finds p
     WHERE latitude IS NOT NULL AND longitude IS NOT NULL ${NEWEST_FIRST} LIMIT ${DOTS}`);
  return places.length > 0
    ? { kind: "world" as const, totals: getTotals(), places }
    : undefined;
}

/** The first find that was shown after `since`, by an admin or at once. */
function readNewFind(since: string, now: number) {
  const row = getDb().get<{ rps_key: number; at: string } | undefined>(sql`
    SELECT rps_key, at FROM (
      SELECT rps_key, at FROM (SELECT rps_key, at, what FROM history ORDER BY history_key DESC LIMIT ${LATEST})
       WHERE what = 'shown'
      UNION ALL
      SELECT rps_key, create_dt FROM (SELECT rps_key, create_dt FROM public_finds ${LAST_SENT} LIMIT ${LATEST}))
      JOIN public_finds USING (rps_key)
     WHERE at > ${since}
       AND (imagenames <> '[]' OR at < ${new Date(now - PICTURE_MS).toISOString()})
     ORDER BY at, rps_key LIMIT 1`);
  if (!row) return undefined;
  const [find] = listCards(sql`WHERE rps_key = ${row.rps_key}`);
  const scene: FindScene = { kind: "find", ...find!, isNew: true };
  return { scene, at: row.at };
}
