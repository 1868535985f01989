import { sql } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { distanceKm, drawLeg } from "../core/great-circle.ts";
import { findCountry } from "../places/places.server.ts";
import type { JourneyRoute, JourneyStop } from "./answers.ts";

/** Stops that are drawn, the newest. */
const STOPS_MAX = 1000;

type StopRow = Omit<JourneyStop, "country" | "imagename"> & {
  imagename: string | null;
};

/** A rock's way over the Earth. Finds of rock 0 are of any rock: no way leads from one to the next. */
export function readRoute(rockNumber: number): JourneyRoute {
  const stops = listStops(rockNumber);
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

function listStops(rockNumber: number): JourneyStop[] {
  const rows = getDb().all<StopRow>(sql`
    SELECT uuid, number, date, location, latitude, longitude,
           (SELECT current_name FROM rock_post_images i
             WHERE i.rps_key = p.rps_key AND i.show AND i.ready ORDER BY rpi_key LIMIT 1) AS imagename
      FROM (SELECT r.rps_key, r.uuid, substr(r.date, 1, 10) AS date, r.location, r.latitude, r.longitude,
                   row_number() OVER (ORDER BY r.date, r.create_dt, r.rps_key) AS number
              FROM rock_posts r WHERE r.rock_number = ${rockNumber} AND r.show = 1) p
     WHERE latitude IS NOT NULL AND longitude IS NOT NULL
     ORDER BY number DESC LIMIT ${STOPS_MAX}`);
  return rows.reverse().map(({ imagename, ...stop }) => ({
    ...stop,
    country: findCountry(stop),
    imagename: imagename ?? undefined,
  }));
}
