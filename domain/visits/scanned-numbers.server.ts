import { sql } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { ROCK_NUMBER_MAX } from "#core/limits.ts";
import { getRockPicture, pinVersion } from "../rocks/rock-pictures.server.ts";

/** Older scans and finds tell the admin nothing to act on. It also keeps the reads short. */
const DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * Reads the scans and the finds of the last 30 days. A scan is a visit that began with a rock's QR code, but not a
 * bot's. A find speaks for its number and for the one in its QR code, whether or not it is shown: somebody wrote.
 * Visits are counted by day, so a scan on the day of a find counts as the finder's own.
 * @param limit rows of each list
 * @returns the rocks that were scanned and that nobody has sent a find of since, the latest scan first, and the numbers
 *   without a rock in the catalogue, the most sent first
 */
export function readScannedNumbers(limit: number, now = Date.now()) {
  const numbers = withNumbers(
    new Date(now - DAYS * DAY_MS).toISOString().slice(0, 10),
  );
  const silent = getDb().all<{
    rock_number: number;
    scans: number;
    last: string;
  }>(sql`${numbers}
    SELECT rock_number, scans_since AS scans, last FROM numbers
     WHERE scans_since > 0 AND rock_number IN (SELECT rock_number FROM rocks)
     ORDER BY last DESC, scans_since DESC, rock_number LIMIT ${limit}`);
  const withoutRock = getDb().all<{
    rock_number: number;
    sent: number;
    scans: number;
  }>(sql`${numbers}
    SELECT rock_number, sent, scans FROM numbers
     WHERE rock_number NOT IN (SELECT rock_number FROM rocks)
     ORDER BY sent DESC, scans DESC, rock_number LIMIT ${limit}`);
  return {
    silent: silent.map((rock) => ({
      ...rock,
      pin: pinVersion(getRockPicture(rock.rock_number)),
    })),
    withoutRock,
  };
}

/** Scans are added up by day first, because they are in that order. A rock's number is never 0, which is unknown. */
const withNumbers = (since: string) => sql`
  WITH finds AS (
    SELECT rps_key, rock_number, create_dt FROM rock_posts WHERE create_dt >= ${since}
     UNION
    SELECT rps_key, rock_number_qr, create_dt FROM rock_posts WHERE create_dt >= ${since}
  ), sent AS (
    SELECT rock_number, count(*) AS sent, max(substr(create_dt, 1, 10)) AS last_sent
      FROM finds GROUP BY rock_number
  ), days AS (
    SELECT CAST(rock_qr_number AS INTEGER) AS rock_number, day, sum(visits) AS visits
      FROM rock_counts
     WHERE day >= ${since} AND device <> 'bot' AND rock_qr_number NOT GLOB '*[^0-9]*'
     GROUP BY day, rock_qr_number
  ), scanned AS (
    SELECT rock_number, sum(visits) AS scans, max(day) AS last,
           sum(visits) FILTER (WHERE day > coalesce(last_sent, '')) AS scans_since
      FROM days LEFT JOIN sent USING (rock_number) GROUP BY rock_number
  ), numbers AS (
    SELECT rock_number, coalesce(sent, 0) AS sent, coalesce(scans, 0) AS scans, scans_since, last
      FROM sent FULL JOIN scanned USING (rock_number)
     WHERE rock_number BETWEEN 1 AND ${ROCK_NUMBER_MAX}
  )`;
