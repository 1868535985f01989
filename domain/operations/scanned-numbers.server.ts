import { sql } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { ROCK_NUMBER_MAX } from "../rocks/schemas.ts";
import { getRockPicture, pinVersion } from "../rocks/rock-pictures.server.ts";

/** What the visits and the finds of the last weeks say about rock numbers. */

/** Older scans and finds tell the admin nothing to act on. It also keeps the reads short. */
const DAYS = 30;
const DAY_MS = 86_400_000;

/** A rock of the catalogue that was scanned, and that nobody has sent a find of since. */
export interface SilentRock {
  rock_number: number;
  /** Of its pin picture; null without one. */
  pin: string | null;
  scans: number;
  /** The day of the last scan, YYYY-MM-DD, UTC. */
  last: string;
}

/** A number that was scanned or sent, but has no rock in the catalogue. */
export interface NumberWithoutRock {
  rock_number: number;
  /** Finds that were sent with this number, or from its QR code. */
  sent: number;
  scans: number;
}

/**
 * A scan is a visit that began with a rock's QR code. Bots are not counted, nor are 0, which stands for an
 * unknown number, and numbers that no rock can have. Sending a find ends the silence of its number and of the
 * one in its QR code, whether or not the find is shown: somebody wrote.
 */
const recent = (now: number) => {
  const since = new Date(now - DAYS * DAY_MS).toISOString().slice(0, 10);
  return sql`
    scans AS (
      SELECT CAST(rock_qr_number AS INTEGER) AS rock_number, day, sum(visits) AS visits
        FROM rock_counts
       WHERE day >= ${since} AND device <> 'bot'
         AND rock_qr_number <> '' AND rock_qr_number NOT GLOB '*[^0-9]*'
         AND CAST(rock_qr_number AS INTEGER) BETWEEN 1 AND ${ROCK_NUMBER_MAX}
       GROUP BY 1, 2),
    finds AS MATERIALIZED (
      SELECT rps_key, rock_number, rock_number_qr, substr(create_dt, 1, 10) AS day
        FROM rock_posts WHERE create_dt >= ${since}),
    sent AS (
      SELECT rock_number, count(*) AS finds, max(day) AS day
        FROM (SELECT rps_key, rock_number, day FROM finds
              UNION
              SELECT rps_key, rock_number_qr, day FROM finds WHERE rock_number_qr IS NOT NULL)
       WHERE rock_number BETWEEN 1 AND ${ROCK_NUMBER_MAX}
       GROUP BY rock_number)`;
};

/**
 * The silent rocks of the last 30 days, the latest scan first. A scan on the day of a find counts as the finder's
 * own, because visits are counted by day.
 */
export const listSilentRocks = (
  limit: number,
  now = Date.now(),
): SilentRock[] =>
  getDb()
    .all<Omit<SilentRock, "pin">>(
      sql`
        WITH ${recent(now)}
        SELECT rock_number, sum(visits) AS scans, max(scans.day) AS last
          FROM scans JOIN rocks USING (rock_number) LEFT JOIN sent USING (rock_number)
         WHERE sent.day IS NULL OR scans.day > sent.day
         GROUP BY rock_number ORDER BY last DESC, scans DESC, rock_number LIMIT ${limit}`,
    )
    .map((rock) => ({
      ...rock,
      pin: pinVersion(getRockPicture(rock.rock_number)),
    }));

/** The numbers of the last 30 days that have no rock, those that were sent first. */
export const listNumbersWithoutRock = (
  limit: number,
  now = Date.now(),
): NumberWithoutRock[] =>
  getDb().all<NumberWithoutRock>(sql`
    WITH ${recent(now)},
    numbers AS (
      SELECT rock_number, finds, 0 AS visits FROM sent
      UNION ALL
      SELECT rock_number, 0, visits FROM scans)
    SELECT rock_number, sum(finds) AS sent, sum(visits) AS scans
      FROM numbers
     WHERE NOT EXISTS (SELECT 1 FROM rocks r WHERE r.rock_number = numbers.rock_number)
     GROUP BY rock_number ORDER BY sent DESC, scans DESC, rock_number LIMIT ${limit}`);
