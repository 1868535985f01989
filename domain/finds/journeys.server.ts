import { sql, type SQL } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import {
  decodeCursor,
  encodeCursor,
  PAGE_READ,
  readPages,
} from "../lists/paging.server.ts";
import { pinKey, type MapPin } from "./packed-pins.ts";
import { findTown } from "../places/places.server.ts";
import { getRockPicture, pinVersion } from "../rocks/rock-pictures.server.ts";
import { PAGE_MAX } from "../core/schemas.ts";
import type { PinPlace, RockPin, RockPost } from "./answers.ts";
import type { RockSummary, RockTotals } from "../rocks/answers.ts";

/** What everyone may see of the rocks' journeys: shown posts, shown pictures. */

type PostRow = Omit<RockPost, "imagenames" | "artists"> & {
  imagenames: string;
  artists: string;
  cursor_date: string;
  create_dt: string;
  rps_key: number;
};

const artistsOf = (rockNumber: SQL) => sql`
  (SELECT json_group_array(display_name)
     FROM (SELECT u.display_name FROM rocks r JOIN rock_artists a USING (rc_key) JOIN users u USING (ra_key)
            WHERE r.rock_number = ${rockNumber} ORDER BY a.rowid))`;

const selectPosts = (where: SQL, tail: SQL) =>
  getDb().all<PostRow>(sql`
    SELECT p.rock_number, p.uuid, substr(p.date, 1, 10) AS date, p.location, p.comment,
           (SELECT json_group_array(current_name)
              FROM (SELECT current_name FROM rock_post_images i
                     WHERE i.rps_key = p.rps_key AND i.show AND i.ready ORDER BY rpi_key)) AS imagenames,
           ${artistsOf(sql`p.rock_number`)} AS artists,
           p.date AS cursor_date, p.create_dt, p.rps_key
      FROM rock_posts p WHERE p.show = 1 AND ${where}
     ORDER BY p.date DESC, p.create_dt DESC, p.rps_key DESC ${tail}`);

const asPost = ({
  rock_number,
  uuid,
  date,
  location,
  comment,
  imagenames,
  artists,
}: PostRow): RockPost => ({
  rock_number,
  uuid,
  date,
  location,
  comment,
  imagenames: JSON.parse(imagenames) as string[],
  artists: JSON.parse(artists) as string[],
});

/**
 * A page of the shown posts, newest first: by date of the find, then by time of upload; and the cursor of the
 * next, null at the end.
 * @throws {DomainError} bad_input where `before` is no cursor of this list
 */
export function listShownPosts({
  limit = PAGE_MAX,
  before,
}: { limit?: number; before?: string } = {}): {
  posts: RockPost[];
  next: string | null;
} {
  const from = before === undefined ? undefined : decodeCursor(before, 3);
  const rows = selectPosts(
    from
      ? sql`(p.date, p.create_dt, p.rps_key) < (${from[0]}, ${from[1]}, ${from[2]})`
      : sql`1`,
    sql`LIMIT ${limit + 1}`,
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const more = last !== undefined && rows.length > page.length;
  return {
    posts: page.map(asPost),
    next: more
      ? encodeCursor([last.cursor_date, last.create_dt, last.rps_key])
      : null,
  };
}

/** All shown posts, in the same order. */
export const readShownPosts = () =>
  readPages((before) => {
    const { posts, next } = listShownPosts({ limit: PAGE_READ, before });
    return { items: posts, next };
  });

/** The shown posts of one rock, newest first; with a `limit`, `offset` and so many of them. */
export function listRockPosts(
  rockNumber: number,
  { limit, offset = 0 }: { limit?: number; offset?: number } = {},
): RockPost[] {
  return selectPosts(
    sql`p.rock_number = ${rockNumber}`,
    sql`LIMIT ${limit ?? -1} OFFSET ${offset}`,
  ).map(asPost);
}

/** How often a rock was found, and who painted it. */
export function summarizeRock(rockNumber: number): RockSummary {
  const rock = getDb().get<{
    trips: number;
    first: string | null;
    latest: string | null;
    artists: string;
  }>(sql`
    SELECT count(*) AS trips, substr(min(date), 1, 10) AS first, substr(max(date), 1, 10) AS latest,
           ${artistsOf(sql`${rockNumber}`)} AS artists
      FROM rock_posts WHERE rock_number = ${rockNumber} AND show = 1`);
  const known = getRockPicture(rockNumber);
  return {
    rock_number: rockNumber,
    trips: rock.trips,
    first: rock.first ?? "",
    latest: rock.latest ?? "",
    artists: JSON.parse(rock.artists) as string[],
    in_catalogue: known !== undefined,
    pin: pinVersion(known),
  };
}

/** The same; undefined if the rock is neither found nor in the catalogue. */
export function findRock(rockNumber: number): RockSummary | undefined {
  const rock = summarizeRock(rockNumber);
  return rock.trips > 0 || rock.in_catalogue ? rock : undefined;
}

/**
 * Every rock with a shown find, and the day on which the newest of them was sent. By itself SQLite takes
 * the index that begins with `show`, and looks up each of a million posts for it, which takes six times as long.
 */
export function listFoundRocks() {
  return getDb().all<{ rock_number: number; day: string }>(sql`
    SELECT rock_number, substr(max(create_dt), 1, 10) AS day FROM rock_posts INDEXED BY rock_posts_by_rock
     WHERE show = 1 GROUP BY rock_number ORDER BY rock_number`);
}

/**
 * One pin a rock: its newest shown post with coordinates. Each find of rock 0 is a pin of its own.
 * Pictures come without their versions, which would make a large map's data half as large again.
 */
export function listPins(): MapPin[] {
  return getDb().all<MapPin>(
    sql`SELECT rps_key, latitude, longitude, rock_number, CASE WHEN r.pin_ready THEN '' END AS picture
          FROM rock_pins LEFT JOIN rocks r USING (rock_number) ORDER BY rock_number, rps_key`,
  );
}

/** The same list as JSON, which SQLite writes itself: a hundred thousand pins take a tenth of the time. */
export function writePins(): string {
  return getDb().get<{ pins: string }>(sql`
    SELECT json_group_array(json_object('rps_key', rps_key, 'latitude', latitude, 'longitude', longitude,
                                        'rock_number', rock_number)
                            ORDER BY rock_number, rps_key) AS pins FROM rock_pins`)
    .pins;
}

/** Where some pins of the map are, in words; one that is not there is left out. */
export function listPinPlaces(keys: string[]): PinPlace[] {
  const [numbers, unnumbered] = [/^[1-9]/, /^0-/].map((form) =>
    JSON.stringify(
      keys
        .filter((key) => form.test(key))
        .map((key) => Number(key.replace("0-", ""))),
    ),
  );
  // Said apart, because only pins with a number have an index by it.
  const rows = getDb().all<RockPin & { location: string }>(sql`
    SELECT k.*, p.location FROM rock_pins k JOIN rock_posts p USING (rps_key)
     WHERE k.rock_number > 0 AND k.rock_number IN (SELECT value FROM json_each(${numbers}))
    UNION ALL
    SELECT k.*, p.location FROM rock_pins k JOIN rock_posts p USING (rps_key)
     WHERE k.rock_number = 0 AND k.rps_key IN (SELECT value FROM json_each(${unnumbered}))`);
  return rows.map(({ location, ...pin }) => ({
    pin: pinKey(pin),
    place: location.trim() || nameTown(pin),
  }));
}

function nameTown(spot: RockPin) {
  const town = findTown(spot);
  return town ? `${town.name}, ${town.country}` : "";
}

export function countPins(): number {
  return getDb().get<{ pins: number }>(
    sql`SELECT count(*) AS pins FROM rock_pins`,
  ).pins;
}

/** Where a rock's newest find on the map is; undefined for rocks without one, and for rock 0, which is many. */
export const getLastPlace = (rockNumber: number) =>
  rockNumber === 0
    ? undefined
    : getDb().get<{ latitude: number; longitude: number } | undefined>(
        sql`SELECT latitude, longitude FROM rock_pins WHERE rock_number = ${rockNumber}`,
      );

/** How many rocks the catalogue has, and how many of them have a shown post. */
export function getTotals(): RockTotals {
  return getDb().get<RockTotals>(sql`
    SELECT (SELECT count(*) FROM rocks WHERE shown_posts > 0) AS rocks_found,
           (SELECT count(*) FROM rocks) AS total_rocks`);
}
