import type { Spot } from "#core/precision.ts";
import { getPlacesDb } from "#db/places.server.ts";
import { distanceKm } from "#core/great-circle.ts";
import { withEnglishCountry, wordsOf } from "./place-words.ts";
import { pickAnswer } from "#core/answers.ts";
import { Place } from "./answers.ts";

/** Finds towns of the whole world by name. The data are GeoNames', without mountains, coasts or parks. */

const WORDS_MAX = 12;
const WORD_LENGTH_MAX = 40;
/** The most words that are looked up together as a town's whole name. */
const RUN_MAX = 4;
const CANDIDATES_MAX = 200;

interface Candidate {
  name: string;
  region: string | null;
  country: string;
  latitude: number;
  longitude: number;
  population: number;
  /** The whole name that matched, in words; null if only single words did. */
  key: string | null;
}

/** A town of this size is likely to be meant, even if others have its name. */
const LARGE_TOWN = 100_000;
/** Words for landscape, and for things to put a rock on. Some towns have such names: 'Loch Lomond', Virginia. */
export const LANDSCAPE = new Set(
  wordsOf(
    `lake loch lough river falls bay beach sea ocean island isle mount mountain hill valley glen forest wood woods
     park garden path trail bridge wall bench church castle pier harbour lighthouse steps station school tree rock`,
  ),
);
const NEAR_KM = 300;

interface RockHistory {
  /** Its newest find on the map, if it has one. Degrees, WGS 84. */
  last?: Spot;
}

/**
 * Towns that a text may mean, best first. Empty if nothing fits, because no town is better than a wrong one.
 * @param history given for a find: towns near the rock's last find come first, each with its reason, and a town of which
 * little but the name fits is left out
 */
export function findPlaces(
  said: string,
  limit: number,
  history?: RockHistory,
): Place[] {
  const text = withEnglishCountry(said);
  const words = wordsOf(text)
    .slice(0, WORDS_MAX)
    .map((word) => word.slice(0, WORD_LENGTH_MAX));
  if (words.length === 0) return [];

  const around = history?.last && {
    ...history.last,
    country: findCountry(history.last),
  };
  const areas = areasIn(words);
  const lastPart = wordsOf(text.trim().split(",").findLast(Boolean) ?? "");
  const found = new Map<
    number,
    { place: Candidate; score: number; reason?: string }
  >();
  const add = (rows: (Candidate & { id: number })[], hasAllWords: boolean) => {
    for (const { id, ...place } of rows) {
      const closeness = closenessTo(place, around);
      if (!hasAllWords && isElsewhere(place, areas)) continue;
      if (isWeak(place, { words, lastPart, hasAllWords, history, closeness }))
        continue;
      const score =
        scoreOf(place, words) +
        (hasAllWords ? 20 : 0) +
        (closeness?.score ?? 0);
      if (score > (found.get(id)?.score ?? -1))
        found.set(id, { place, score, reason: closeness?.reason });
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
    .map(({ place, reason }) => ({
      ...asPlace(place),
      ...(reason === undefined ? {} : { reason }),
    }));
}

/** The score of a town near the rock's last find, and its reason; undefined in another country or without a find. */
function closenessTo(
  place: Candidate,
  last: { latitude: number; longitude: number; country?: string } | undefined,
) {
  if (!last) return undefined;
  const km = distanceKm(place, last);
  if (km < NEAR_KM)
    return {
      score: 15 - km / 30,
      reason: `${Math.round(km)} km from the last find`,
    };
  return place.country === last.country
    ? { score: 5, reason: "same country as the last find" }
    : undefined;
}

/**
 * Whether too little speaks for a town to offer it: the Australian Glendalough for 'Glendalough, County Wicklow', or
 * a town named as the landscape in 'Luss, Loch Lomond'.
 */
function isWeak(
  place: Candidate,
  {
    words,
    lastPart,
    hasAllWords,
    history,
    closeness,
  }: {
    words: string[];
    lastPart: string[];
    hasAllWords: boolean;
    history: RockHistory | undefined;
    closeness: object | undefined;
  },
) {
  const isSupported =
    closeness !== undefined ||
    place.population >= LARGE_TOWN ||
    wordsBeside(place, words).length > 0;
  if (isSupported || (hasAllWords && !history)) return false;
  const name = wordsOf(place.name);
  return (
    name.some((word) => LANDSCAPE.has(word)) ||
    listAreaNames().has(name.join(" ")) ||
    !(hasAllWords || isIn(lastPart, nameWords(place).join(" ")))
  );
}

const isIn = (all: string[], some: string) =>
  ` ${all.join(" ")} `.includes(` ${some} `);

let areaNames: Set<string> | undefined;

function listAreaNames() {
  areaNames ??= new Set(
    getPlacesDb()
      .prepare<[], { name: string }>(
        `SELECT DISTINCT region AS name FROM places WHERE region IS NOT NULL
          UNION SELECT DISTINCT country FROM places`,
      )
      .all()
      .map(({ name }) => wordsOf(name).join(" ")),
  );
  return areaNames;
}

/** The whole names of regions and countries in a text, the longest first: 'new mexico', not 'mexico' too. */
export function areasIn(words: string[]) {
  const areaNames = listAreaNames();
  const named = runsOf(words).filter((run) => areaNames.has(run));
  return named.filter(
    (run) => !named.some((other) => other !== run && isIn([other], run)),
  );
}

/** Whether a text names a region or a country, and not one that the town is in. */
export function isElsewhere(
  { name, region, country }: Omit<Candidate, "key">,
  areas: string[],
) {
  const own = wordsOf(name).join(" ");
  const others = areas.filter((area) => !isIn([own], area));
  const homes = [region ?? "", country].map((home) => wordsOf(home).join(" "));
  return others.length > 0 && !others.some((area) => homes.includes(area));
}

const COUNTRIES_KEPT_MAX = 20_000;
const countriesKept = new Map<string, string | undefined>();

/** The country of the town nearest to a spot; undefined far from any town, at sea or near a pole. */
export function findCountry(spot: Spot): string | undefined {
  const key = `${spot.latitude},${spot.longitude}`;
  if (!countriesKept.has(key)) {
    if (countriesKept.size >= COUNTRIES_KEPT_MAX) countriesKept.clear();
    countriesKept.set(key, findNearestTown(spot)?.country);
  }
  return countriesKept.get(key);
}

/** The largest town within about ten kilometres of a spot, else the nearest one; undefined far from any town. */
export const findTown = (spot: Spot) =>
  getTownWithin(spot, 0.1, "population DESC") ?? findNearestTown(spot);

const findNearestTown = (spot: Spot) =>
  getTownWithin(spot, 0.5, NEAREST) ?? getTownWithin(spot, 3, NEAREST);

/** The town that a person would name for a spot: the nearest, at most about 30 km away. */
export function findTownNear(spot: Spot): Place | undefined {
  const town = getTownWithin(spot, 0.3, NEAREST);
  return town && asPlace(town);
}

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
    .prepare<Record<string, number>, Omit<Candidate, "key">>(
      `SELECT places.* FROM place_spots JOIN places USING (id)
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
      // Larger towns have smaller rowids.
      `SELECT places.*, NULL AS key FROM place_words JOIN places ON places.id = place_words.rowid
        WHERE place_words MATCH ? ORDER BY place_words.rowid LIMIT ?`,
    )
    .all(
      // The visitor may still be typing the last word.
      words.map((word, at) => `"${word}"${at === last ? "*" : ""}`).join(" "),
      CANDIDATES_MAX,
    );
}

export function listPlacesNamed(keys: string[]) {
  return getPlacesDb()
    .prepare<[string, number], Candidate & { id: number }>(
      `SELECT places.*, key FROM place_names JOIN places USING (id)
        WHERE key IN (SELECT value FROM json_each(?)) ORDER BY id LIMIT ?`,
    )
    .all(JSON.stringify(keys), CANDIDATES_MAX * 5);
}

/** Every run of up to four neighbouring words. */
export function runsOf(words: string[]) {
  return words.flatMap((_, from) =>
    Array.from({ length: Math.min(RUN_MAX, words.length - from) }, (_, more) =>
      words.slice(from, from + more + 1).join(" "),
    ),
  );
}

const nameWords = ({ key }: Candidate) => key?.split(" ") ?? [];

/** The words of a text that are not in the town's name but in its region's or country's. */
function wordsBeside(place: Candidate, words: string[]) {
  const name = nameWords(place);
  const around = new Set(wordsOf(`${place.region ?? ""} ${place.country}`));
  return words.filter((word) => !name.includes(word) && around.has(word));
}

/** A whole name counts most, then the region and the country named beside it, then the size. */
const scoreOf = (place: Candidate, words: string[]) =>
  nameWords(place).length * 10 +
  wordsBeside(place, words).length * 3 +
  Math.log10(place.population + 1);

const asPlace = (town: Omit<Candidate, "key">): Place =>
  pickAnswer(Place, { ...town, region: town.region ?? undefined });
