import { sql } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { distanceKm, drawLeg } from "#core/great-circle.ts";
import { nameCountry } from "#core/languages/country-names.ts";
import { findCountry } from "../places/places.server.ts";
import type { Precision } from "#core/precision.ts";
import type { JourneyRoute, JourneyStop } from "./answers.ts";

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

/**
 * Reads a rock's stops and the legs between them. Finds of rock 0 may be of different rocks, so it has no legs.
 * @param language of the countries' names
 */
export function readRoute(rockNumber: number, language = "en"): JourneyRoute {
  const stops = listStops(rockNumber, language);
  const pairs =
    rockNumber === 0
      ? []
      : stops.slice(1).map((stop, index) => [stops[index]!, stop] as const);
  const countries = stops.flatMap(({ country }) => country ?? []);
  return {
    rock_number: rockNumber,
    stops,
    legs: pairs.map(([from, to]) => drawLeg(from, to)),
    distance_km: Math.round(
      pairs.reduce((sum, [from, to]) => sum + distanceKm(from, to), 0),
    ),
    countries: [...new Set(countries)],
  };
}

function listStops(rockNumber: number, language: string): JourneyStop[] {
  const nameOf = (country: string | undefined) =>
    country && nameCountry(language, country);
  const rows = getDb().all<StopRow>(sql`
    SELECT uuid, number, substr(date, 1, 10) AS date, location, latitude, longitude, precision,
           imagenames ->> 0 AS imagename, imagedescriptions ->> 0 AS imagedescription
      FROM (SELECT rps_key, row_number() OVER (ORDER BY date, create_dt, rps_key) AS number
              FROM public_finds WHERE rock_number = ${rockNumber})
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
