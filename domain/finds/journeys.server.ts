import { sql, type SQL } from "drizzle-orm";
import {
  columnsOf,
  readPage,
  type PageRequest,
} from "../lists/paging.server.ts";
import { getDb } from "#db/client.server.ts";
import { pinKey, type MapPin } from "./packed-pins.ts";
import { nameCountry } from "#core/languages/country-names.ts";
import { findTown, findCountry } from "../places/places.server.ts";
import { getRockPicture, pinVersion } from "../rocks/rock-pictures.server.ts";
import {
  PublicFind,
  type PinPlace,
  type RockPin,
  type JourneyRoute,
  type JourneyStop,
} from "./answers.ts";
import type { RockSummary, RockTotals } from "../rocks/answers.ts";
import type { NamedRock } from "../rocks/rock-address.ts";
import { distanceKm, drawLeg } from "#core/great-circle.ts";
import type { Precision } from "#core/precision.ts";

type PublicFindRow = Omit<
  PublicFind,
  "imagenames" | "imagedescriptions" | "artists"
> &
  Record<"imagenames" | "imagedescriptions" | "artists", string>;

const artistsOf = (rockNumber: SQL) => sql`
  (SELECT json_group_array(display_name)
     FROM (SELECT u.display_name FROM rocks r JOIN rock_artists a USING (rc_key) JOIN users u USING (ra_key)
            WHERE r.rock_number = ${rockNumber} ORDER BY a.rowid))`;

const { date: _day, artists: _artists, ...columns } = PublicFind.entries;

const ofFinds = {
  select: sql`${columnsOf("p", columns)}, substr(p.date, 1, 10) AS date,
              ${artistsOf(sql`p.rock_number`)} AS artists`,
  from: sql`public_finds p`,
};

const asFind = (row: PublicFindRow): PublicFind => ({
  ...row,
  imagenames: JSON.parse(row.imagenames) as string[],
  imagedescriptions: JSON.parse(row.imagedescriptions) as string[],
  artists: JSON.parse(row.artists) as string[],
});

/** By date of the find, then by time of upload, the newest first. */
export function listPublicFinds(request: PageRequest = {}) {
  const keys = [sql`p.date`, sql`p.create_dt`, sql`p.rps_key`];
  return readPage({ ...ofFinds, keys, down: true }, request, asFind);
}

/**
 * The shown finds with a rock number, newest first: all of them, or `limit` after `offset`.
 * @param find names one of them: its UUID or its key
 */
export const listFindsOfRock = (
  rockNumber: number,
  {
    limit = -1,
    offset = 0,
    find,
  }: { limit?: number; offset?: number; find?: string } = {},
): PublicFind[] =>
  getDb()
    .all<PublicFindRow>(
      sql`SELECT ${ofFinds.select} FROM ${ofFinds.from} WHERE p.rock_number = ${rockNumber} ${find === undefined ? sql`` : sql`AND ${isNamed(find)}`}
           ORDER BY p.date DESC, p.create_dt DESC, p.rps_key DESC LIMIT ${limit} OFFSET ${offset}`,
    )
    .map(asFind);

/** @param find a UUID or a key, which is all that a pin has */
const isNamed = (find: string) =>
  /^\d+$/.test(find) ? sql`p.rps_key = ${Number(find)}` : sql`p.uuid = ${find}`;

/** Whether `public_finds p` is a find of this rock. Rock 0 is no rock: each find of it is one. */
const isOfRock = ({ rock_number, find }: NamedRock) =>
  rock_number === 0
    ? sql`p.rock_number = 0 AND p.uuid = ${find ?? null}`
    : sql`p.rock_number = ${rock_number}`;

/** A find of rock 0 as the rock that it is. @param find its UUID or its key; absent for the newest */
export function findUnnumberedRock(find?: string): RockSummary | undefined {
  const [found] = listFindsOfRock(0, { limit: 1, find });
  return found && summarizeRock({ rock_number: 0, find: found.uuid });
}

/** A shown find as a card: with its first image, and its rock as a stone. */
export interface FindCard extends Omit<
  PublicFind,
  "imagenames" | "imagedescriptions" | "artists"
> {
  latitude: number | null;
  longitude: number | null;
  /** The name of its first public image, without extension; null if it has none. */
  imagename: string | null;
  imagedescription: string;
  /** The version of its rock's pin picture; null without one. */
  pin: string | null;
}

/** @param rest of the query of `public_finds p`: its conditions, order and limit */
export const listCards = (rest: SQL): FindCard[] =>
  getDb()
    .all<Omit<FindCard, "pin">>(
      sql`SELECT uuid, rock_number, substr(p.date, 1, 10) AS date, location, comment, lang, latitude, longitude,
                 imagenames ->> 0 AS imagename, ifnull(imagedescriptions ->> 0, '') AS imagedescription
            FROM public_finds p ${rest}`,
    )
    .map((find) => ({
      ...find,
      pin: pinVersion(getRockPicture(find.rock_number)),
    }));

/** The newest finds whose number nobody could read, without this one. @param find its UUID */
export const listOtherUnnumbered = (find: string, limit: number) =>
  listCards(sql`WHERE rock_number = 0 AND uuid <> ${find}
                ORDER BY p.date DESC, p.create_dt DESC, p.rps_key DESC LIMIT ${limit}`);

/** Rock 0 without a find is unknown. */
export function summarizeRock(named: NamedRock): RockSummary {
  const { rock_number, find } = named;
  const rock = getDb().get<{
    trips: number;
    first: string | null;
    latest: string | null;
    artists: string;
  }>(sql`
    SELECT count(*) AS trips, substr(min(date), 1, 10) AS first, substr(max(date), 1, 10) AS latest,
           ${artistsOf(sql`${rock_number}`)} AS artists
      FROM public_finds p WHERE ${isOfRock(named)}`);
  const known = getRockPicture(rock_number);
  return {
    rock_number,
    find,
    trips: rock.trips,
    first: rock.first ?? "",
    latest: rock.latest ?? "",
    artists: JSON.parse(rock.artists) as string[],
    in_catalogue: known !== undefined,
    pin: pinVersion(known),
  };
}

export function findRock(rockNumber: number): RockSummary | undefined {
  const rock = summarizeRock({ rock_number: rockNumber });
  return rock.trips > 0 || rock.in_catalogue ? rock : undefined;
}

export function listFoundRocks() {
  return getDb()
    .all<{ rock_number: number; find: string | null; day: string }>(
      sql`
    SELECT rock_number, find, substr(max(create_dt), 1, 10) AS day
      FROM (SELECT rock_number, create_dt, CASE rock_number WHEN 0 THEN uuid END AS find FROM public_finds)
     GROUP BY rock_number, find ORDER BY rock_number, max(create_dt)`,
    )
    .map(({ find, ...rock }) => ({ ...rock, find: find ?? undefined }));
}

/** Pictures come without their versions, which would make a large map's data half as large again. */
export function listPins(): MapPin[] {
  return getDb().all<MapPin>(
    sql`SELECT rps_key, latitude, longitude, rock_number, CASE WHEN r.pin_ready THEN '' END AS picture
          FROM rock_pins LEFT JOIN rocks r USING (rock_number) ORDER BY rock_number, rps_key`,
  );
}

/** The pins as JSON. SQLite writes it, because that takes a tenth of the time when there are 100,000 pins. */
export function writePins(): string {
  return getDb().get<{ pins: string }>(sql`
    SELECT json_group_array(json_object('rps_key', rps_key, 'latitude', latitude, 'longitude', longitude,
                                        'rock_number', rock_number)
                            ORDER BY rock_number, rps_key) AS pins FROM rock_pins`)
    .pins;
}

/** Pins that don't exist are left out. @param language of the countries' names */
export function listPinPlaces(keys: string[], language: string): PinPlace[] {
  const [numbers, unnumbered] = [/^[1-9]/, /^0-/].map((form) =>
    JSON.stringify(
      keys
        .filter((key) => form.test(key))
        .map((key) => Number(key.replace("0-", ""))),
    ),
  );
  // Two selects, because only pins with a number are in the index of numbers.
  const rows = getDb().all<RockPin & { location: string }>(sql`
    SELECT k.*, p.location FROM rock_pins k JOIN public_finds p USING (rps_key)
     WHERE k.rock_number > 0 AND k.rock_number IN (SELECT value FROM json_each(${numbers}))
    UNION ALL
    SELECT k.*, p.location FROM rock_pins k JOIN public_finds p USING (rps_key)
     WHERE k.rock_number = 0 AND k.rps_key IN (SELECT value FROM json_each(${unnumbered}))`);
  return rows.map(({ location, ...pin }) => ({
    pin: pinKey(pin),
    place: location.trim() || nameTown(pin, language),
  }));
}

function nameTown(spot: RockPin, language: string) {
  const town = findTown(spot);
  return town ? `${town.name}, ${nameCountry(language, town.country)}` : "";
}

export function countPins(): number {
  return getDb().get<{ pins: number }>(
    sql`SELECT count(*) AS pins FROM rock_pins`,
  ).pins;
}

/** The place of a rock's newest find on the map; undefined if it has none, and for rock 0, which is many rocks. */
export const getLastPlace = (rockNumber: number) =>
  rockNumber === 0
    ? undefined
    : getDb().get<{ latitude: number; longitude: number } | undefined>(
        sql`SELECT latitude, longitude FROM rock_pins WHERE rock_number = ${rockNumber}`,
      );

export function getTotals(): RockTotals {
  return getDb().get<RockTotals>(sql`
    SELECT (SELECT count(*) FROM rocks WHERE shown_posts > 0) AS rocks_found,
           (SELECT count(*) FROM rocks) AS total_rocks`);
}

/** Only the newest stops are drawn. */
const STOPS_MAX = 1000;

type StopRow = Omit<
  JourneyStop,
  "country" | "imagename" | "imagedescription" | "precision"
> & {
  imagename: string | null;
  imagedescription: string | null;
  precision: Precision;
};

/** A rock's stops and the legs between them. @param language of the countries' names */
export function readRoute(rock: NamedRock, language = "en"): JourneyRoute {
  const stops = listStops(rock, language);
  const pairs = stops
    .slice(1)
    .map((stop, index) => [stops[index]!, stop] as const);
  const countries = stops.flatMap(({ country }) => country ?? []);
  return {
    rock_number: rock.rock_number,
    stops,
    legs: pairs.map(([from, to]) => drawLeg(from, to)),
    distance_km: Math.round(
      pairs.reduce((sum, [from, to]) => sum + distanceKm(from, to), 0),
    ),
    countries: [...new Set(countries)],
  };
}

function listStops(rock: NamedRock, language: string): JourneyStop[] {
  const nameOf = (country: string | undefined) =>
    country && nameCountry(language, country);
  const rows = getDb().all<StopRow>(sql`
    SELECT uuid, number, substr(date, 1, 10) AS date, location, latitude, longitude, precision,
           imagenames ->> 0 AS imagename, imagedescriptions ->> 0 AS imagedescription
      FROM (SELECT rps_key, row_number() OVER (ORDER BY date, create_dt, rps_key) AS number
              FROM public_finds p WHERE ${isOfRock(rock)})
      JOIN public_finds USING (rps_key)
     WHERE latitude IS NOT NULL AND longitude IS NOT NULL
     ORDER BY number DESC LIMIT ${STOPS_MAX}`);
  return rows
    .reverse()
    .map(({ imagename, imagedescription, precision, ...stop }) => ({
      ...stop,
      precision: precision === 0 ? undefined : precision,
      country: nameOf(findCountry(stop)),
      imagename: imagename ?? undefined,
      imagedescription: imagedescription || undefined,
    }));
}
