import type { Spot } from "#core/precision.ts";
import { distanceKm } from "#core/great-circle.ts";
import { withEnglishCountry, wordsOf } from "./place-words.ts";
import {
  areasIn,
  findTown,
  isElsewhere,
  LANDSCAPE,
  listPlacesNamed,
  runsOf,
} from "./places.server.ts";

/** A town or country that the text names, although the find's place is far from it. */
interface NamedPlace {
  named: string;
  /** Null for a country or a region. */
  distance_km: number | null;
}

/** As far as people reach when they name the nearest town that others know. */
const NEAR_KM = 100;
/** A town of this size is meant even if nothing says so: smaller ones share their names with hamlets and streets. */
const WORLD_CITY = 500_000;
/** A town of this size is meant if its country or region follows its name. */
const TOWN = 20_000;

/**
 * The place that a find's text names although the find is far from it. Undefined if it is unclear: only a whole part
 * between commas counts, or its words after 'in', and a town has to be large, or followed by its country or region. So
 * 'Paris café' and 'Moscow, Ayrshire' say nothing.
 */
export function findDistantPlace(
  said: string,
  spot: Spot,
): NamedPlace | undefined {
  const text = withEnglishCountry(said);
  const words = wordsOf(text);
  const areas = areasIn(words);
  const isNearby = listPlacesNamed(runsOf(words)).some(
    (town) => !isElsewhere(town, areas) && distanceKm(town, spot) <= NEAR_KM,
  );
  if (isNearby) return undefined;
  const parts = text
    .split(/[,;()/|\n]| [-–—] /)
    .map((part) => part.replace(/^.*\b(in|at|near|outside)\s+/i, "").trim())
    .map((said) => ({ said, name: wordsOf(said).join(" ") }))
    .filter(({ name }) => name !== "");
  return findDistantTown(parts, spot) ?? findOtherArea(parts.at(-1), spot);
}

interface Part {
  said: string;
  /** The same in words. */
  name: string;
}

function findDistantTown(parts: Part[], spot: Spot): NamedPlace | undefined {
  for (const [index, { said, name }] of parts.entries()) {
    const after = parts[index + 1];
    if (after && !isArea(after)) continue;
    if (name.split(" ").some((word) => LANDSCAPE.has(word))) continue;
    const distances = listPlacesNamed([name])
      .filter((town) =>
        after
          ? !isElsewhere(town, [after.name]) && town.population >= TOWN
          : town.population >= WORLD_CITY,
      )
      .map((town) => distanceKm(town, spot));
    if (distances.length > 0)
      return {
        named: after ? `${said}, ${after.said}` : said,
        distance_km: Math.round(Math.min(...distances)),
      };
  }
  return undefined;
}

const isArea = ({ name }: Part) => areasIn(name.split(" ")).includes(name);

/** The country or region that a text ends with, if the spot is neither in it nor near its border. */
function findOtherArea(
  last: Part | undefined,
  spot: Spot,
): NamedPlace | undefined {
  if (!last || !isArea(last)) return undefined;
  const homes = listSpotsAround(spot)
    .flatMap((near) => findTown(near) ?? [])
    .flatMap(({ region, country }) => [region ?? "", country])
    .map((home) => wordsOf(home).join(" "));
  return homes.length === 0 || homes.includes(last.name)
    ? undefined
    : { named: last.said, distance_km: null };
}

/** A spot, and spots on a ring around it at the greatest distance that counts as near. */
function listSpotsAround({ latitude, longitude }: Spot): Spot[] {
  const north = NEAR_KM / KM_PER_DEGREE;
  const east = north / Math.max(0.1, Math.cos((latitude * Math.PI) / 180));
  return [-1, 0, 1].flatMap((up) =>
    [-1, 0, 1].map((right) => ({
      latitude: latitude + up * north,
      longitude: longitude + right * east,
    })),
  );
}

/** Of latitude. */
const KM_PER_DEGREE = 111.32;
