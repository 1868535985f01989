import { sql } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { ROCK_NUMBER_MAX } from "#core/limits.ts";
import { getRockPicture, pinVersion } from "../rocks/rock-pictures.server.ts";

/** Older scans and finds tell the admin nothing to act on. It also keeps the reads short. */
const DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * A scan is a visit that began with a rock's QR code, but not a bot's. A find speaks for its number and for the one in its
 * QR code, shown or not: somebody wrote. A scan on the day of a find counts as the finder's own.
 * @returns the rocks that were scanned and that nobody has sent a find of since, the latest scan first, and the numbers
 *   without a rock in the catalogue, the most sent first
 */
export function readScannedNumbers(limit: number, now = Date.now()) {
  const numbers = readNumbers(
    new Date(now - DAYS * DAY_MS).toISOString().slice(0, 10),
  );
  const unknown = listUncatalogued([...numbers.keys()]);
  const known = [...numbers.values()];
  return {
    silent: known
      .filter(
        ({ rock_number, scansSince }) =>
          scansSince > 0 && !unknown.has(rock_number),
      )
      .sort(
        (a, b) =>
          b.last.localeCompare(a.last) ||
          b.scansSince - a.scansSince ||
          a.rock_number - b.rock_number,
      )
      .slice(0, limit)
      .map(({ rock_number, scansSince, last }) => ({
        rock_number,
        pin: pinVersion(getRockPicture(rock_number)),
        scans: scansSince,
        last,
      })),
    withoutRock: known
      .filter(({ rock_number }) => unknown.has(rock_number))
      .sort(
        (a, b) =>
          b.sent - a.sent || b.scans - a.scans || a.rock_number - b.rock_number,
      )
      .slice(0, limit)
      .map(({ rock_number, sent, scans }) => ({ rock_number, sent, scans })),
  };
}

/** Counts here instead of in SQL, because SQLite takes ten times as long to group that many rows. */
function readNumbers(since: string) {
  const numbers = new Map<number, ReturnType<typeof nothingOf>>();
  const get = (rock_number: number) => {
    const known = numbers.get(rock_number) ?? nothingOf(rock_number);
    numbers.set(rock_number, known);
    return known;
  };
  const finds = getDb().all<{
    rock_number: number;
    rock_number_qr: number | null;
    create_dt: string;
  }>(
    sql`SELECT rock_number, rock_number_qr, create_dt FROM rock_posts WHERE create_dt >= ${since} ORDER BY create_dt`,
  );
  for (const { rock_number, rock_number_qr, create_dt } of finds)
    for (const number of new Set([rock_number, rock_number_qr]))
      if (isRock(number)) {
        const known = get(number);
        known.sent++;
        known.lastSent = create_dt.slice(0, 10);
      }
  const scans = getDb().all<{ text: string; day: string; visits: number }>(
    sql`SELECT rock_qr_number AS text, day, visits FROM rock_counts
         WHERE day >= ${since} AND device <> 'bot' AND rock_qr_number <> '' ORDER BY day`,
  );
  for (const { text, day, visits } of scans) {
    const number = /^\d+$/.test(text) ? Number(text) : null;
    if (!isRock(number)) continue;
    const known = get(number);
    known.scans += visits;
    if (day <= known.lastSent) continue;
    known.scansSince += visits;
    known.last = day;
  }
  return numbers;
}

const nothingOf = (rock_number: number) => ({
  rock_number,
  sent: 0,
  /** The day of the last find, YYYY-MM-DD, UTC; blank without one. */
  lastSent: "",
  scans: 0,
  /** Scans after the last find, and the day of the last of them. */
  scansSince: 0,
  last: "",
});

/** Whether a rock can have this number. 0 means that it is unknown. */
const isRock = (number: number | null): number is number =>
  number !== null && number >= 1 && number <= ROCK_NUMBER_MAX;

const listUncatalogued = (numbers: number[]) =>
  new Set(
    getDb()
      .all<{ value: number }>(
        sql`SELECT value FROM json_each(${JSON.stringify(numbers)})
             WHERE NOT EXISTS (SELECT 1 FROM rocks WHERE rock_number = value)`,
      )
      .map(({ value }) => value),
  );
