import { sql } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { isRealDay } from "#core/schemas.ts";
import { siteLanguage } from "#core/languages/languages.server.ts";
import { versionOf } from "#core/hash.server.ts";
import { getRockPicture, pinVersion } from "../rocks/rock-pictures.server.ts";

/** A public memory of this day in earlier years: a shown find, or a public photo. */

interface OfAYear {
  /** YYYY-MM-DD */
  date: string;
  /** Years since then, 1 at least. */
  years: number;
}

export interface FindOfThisDay extends OfAYear {
  kind: "find";
  uuid: string;
  rock_number: number;
  location: string;
  comment: string;
  /** The language of the comment; null if it is not known. */
  lang: string | null;
  /** The name of its first public image, without extension; null if it has none. */
  imagename: string | null;
  /** Description of that image; blank if there is none. */
  imagedescription: string;
  /** The version of its rock's pin picture; null without one. */
  pin: string | null;
}

export interface PhotoOfThisDay extends OfAYear {
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
  /** The language of both. */
  lang: string;
}

export type OnThisDay = FindOfThisDay | PhotoOfThisDay;

/** The site takes no find from before. */
const FIRST_YEAR = 2000;
/** Finds of one day that are chosen from. */
const FINDS_MAX = 20;

/**
 * Chooses one find or photo of this day in an earlier year, the same all day long. Takes one without a picture only if
 * there is no other. In a year without a 29 February its memories come on the 28th.
 * @param today YYYY-MM-DD
 * @returns undefined if there is none
 */
export function readOnThisDay(today: string): OnThisDay | undefined {
  const all: Candidate[] = [...listFindsOf(today), ...listPhotosOf(today)];
  const pictured = all.filter(
    (memory) => memory.kind === "photo" || memory.imagename !== null,
  );
  const chosen = (pictured.length > 0 ? pictured : all)
    .map((memory) => ({ memory, order: versionOf([today, keyOf(memory)]) }))
    .sort((a, b) => (a.order < b.order ? -1 : 1))[0]?.memory;
  return chosen?.kind === "find"
    ? { ...chosen, pin: pinVersion(getRockPicture(chosen.rock_number)) }
    : chosen;
}

type Candidate = Omit<FindOfThisDay, "pin"> | PhotoOfThisDay;

const keyOf = (memory: Candidate) =>
  memory.kind === "find" ? memory.uuid : memory.p_key;

const yearOf = (day: string) => Number(day.slice(0, 4));

/** The days of the year that count as this one, MM-DD. */
function daysLike(today: string) {
  const day = today.slice(5);
  const comesEarly =
    day === "02-28" && !isRealDay(`${today.slice(0, 4)}-02-29`);
  return comesEarly ? [day, "02-29"] : [day];
}

function listFindsOf(today: string): Omit<FindOfThisDay, "pin">[] {
  const db = getDb();
  const found: Omit<FindOfThisDay, "pin">[] = [];
  for (let year = FIRST_YEAR; year < yearOf(today); year++)
    for (const day of daysLike(today).map((day) => `${year}-${day}`)) {
      const rows = db.all<{
        uuid: string;
        rock_number: number;
        location: string;
        comment: string;
        lang: string | null;
        imagenames: string;
        imagedescriptions: string;
      }>(sql`
        SELECT uuid, rock_number, location, comment, lang, imagenames, imagedescriptions FROM public_finds p
         WHERE p.date BETWEEN ${day} AND ${`${day}T23:59:59Z`}
         ORDER BY p.date, p.create_dt, p.rps_key LIMIT ${FINDS_MAX}`);
      for (const { imagenames, imagedescriptions, ...find } of rows)
        found.push({
          kind: "find",
          ...find,
          date: day,
          years: yearOf(today) - year,
          imagename: (JSON.parse(imagenames) as string[])[0] ?? null,
          imagedescription:
            (JSON.parse(imagedescriptions) as string[])[0] ?? "",
        });
    }
  return found;
}

const listPhotosOf = (today: string): PhotoOfThisDay[] =>
  getDb()
    .all<Omit<PhotoOfThisDay, "kind" | "years" | "lang">>(
      sql`
        SELECT p.p_key, p.pa_key, p.album, p.name, p."desc", p.date,
               CASE p.display_name WHEN '' THEN a.display_name ELSE p.display_name END AS title
          FROM public_photos p JOIN public_albums a USING (pa_key)
         WHERE substr(p.date, 6) IN (SELECT value FROM json_each(${JSON.stringify(daysLike(today))}))
           AND p.date < ${today.slice(0, 4)}`,
    )
    .map((photo) => ({
      kind: "photo",
      ...photo,
      lang: siteLanguage(),
      years: yearOf(today) - yearOf(photo.date),
    }));
