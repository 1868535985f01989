import { sql, type SQL } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { isRealDay } from "#core/schemas.ts";
import { siteLanguage } from "#core/languages/languages.server.ts";
import { versionOf } from "#core/hash.server.ts";
import { listCards, type FindCard } from "../finds/journeys.server.ts";

/** A public memory of this day in earlier years: a shown find, or a public photo. */

interface OfAYear {
  /** YYYY-MM-DD */
  date: string;
  /** Years since then, 1 at least. */
  years: number;
}

interface FindOfThisDay extends OfAYear, FindCard {
  kind: "find";
}

export interface PhotoCard {
  kind: "photo";
  p_key: number;
  pa_key: number;
  /** The album's folder. */
  album: string;
  /** The file, with its `.webp`. */
  name: string;
  /** The photo's own title, or its album's; blank without both. */
  title: string;
  desc: string;
  /** YYYY-MM-DD; null if nobody knows it. */
  date: string | null;
  /** The language of both. */
  lang: string;
}

/** @param rest of the query of `public_photos p`: its conditions, order and limit */
export const listPhotoCards = (rest: SQL): PhotoCard[] =>
  getDb()
    .all<Omit<PhotoCard, "kind" | "lang">>(
      sql`
        SELECT p.p_key, p.pa_key, p.album, p.name, p."desc", p.date,
               CASE p.display_name WHEN '' THEN a.display_name ELSE p.display_name END AS title
          FROM public_photos p JOIN public_albums a USING (pa_key) ${rest}`,
    )
    .map((photo) => ({ kind: "photo", ...photo, lang: siteLanguage() }));

type PhotoOfThisDay = PhotoCard & OfAYear;

export type OnThisDay = FindOfThisDay | PhotoOfThisDay;

/** The site takes no find from before. */
const FIRST_YEAR = 2000;
/** Finds of one day that are chosen from. */
const FINDS_MAX = 20;

/**
 * A find or photo of this day (YYYY-MM-DD) in an earlier year, the same all day long, with a picture if there is one.
 * Memories of a 29 February come on the 28th in other years.
 */
export function readOnThisDay(today: string): OnThisDay | undefined {
  const all = [...listFindsOf(today), ...listPhotosOf(today)];
  const pictured = all.filter(
    (memory) => memory.kind === "photo" || memory.imagename !== null,
  );
  return (pictured.length > 0 ? pictured : all)
    .map((memory) => ({ memory, order: versionOf([today, keyOf(memory)]) }))
    .sort((a, b) => (a.order < b.order ? -1 : 1))[0]?.memory;
}

const keyOf = (memory: OnThisDay) =>
  memory.kind === "find" ? memory.uuid : memory.p_key;

const yearOf = (day: string) => Number(day.slice(0, 4));

/** The days of the year that count as this one, MM-DD. */
function daysLike(today: string) {
  const day = today.slice(5);
  const comesEarly =
    day === "02-28" && !isRealDay(`${today.slice(0, 4)}-02-29`);
  return comesEarly ? [day, "02-29"] : [day];
}

function listFindsOf(today: string) {
  const found: FindOfThisDay[] = [];
  for (let year = FIRST_YEAR; year < yearOf(today); year++)
    for (const day of daysLike(today).map((day) => `${year}-${day}`)) {
      const finds = listCards(sql`
        WHERE p.date BETWEEN ${day} AND ${`${day}T23:59:59Z`}
        ORDER BY p.date, p.create_dt, p.rps_key LIMIT ${FINDS_MAX}`);
      const years = yearOf(today) - year;
      for (const find of finds) found.push({ kind: "find", ...find, years });
    }
  return found;
}

const listPhotosOf = (today: string) =>
  listPhotoCards(sql`
    WHERE substr(p.date, 6) IN (SELECT value FROM json_each(${JSON.stringify(daysLike(today))}))
      AND p.date < ${today.slice(0, 4)}`).map((photo): PhotoOfThisDay => {
    const date = photo.date!;
    return { ...photo, date, years: yearOf(today) - yearOf(date) };
  });
