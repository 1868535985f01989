import type { I18n } from "@lingui/core";
import { plural, t } from "@lingui/core/macro";
import { MILES_PER_KM } from "#core/languages/distance.ts";

interface Travels {
  rock_number: number;
  trips: number;
  distance_km: number;
  countries: number;
}

/** Words of a share picture in a language: the rock, how far it has come, and more about it. */
export function sayTravels(
  i18n: I18n,
  { rock_number, trips, distance_km, countries }: Travels,
) {
  const number = String(rock_number);
  const rock = t(i18n)`Rock ${number}`;
  const stops =
    countries > 1
      ? t(
          i18n,
        )`${plural(trips, { one: "# stop", other: "# stops" })} in ${plural(countries, { one: "# country", other: "# countries" })}`
      : t(i18n)`${plural(trips, { one: "# stop", other: "# stops" })}`;
  if (distance_km === 0) return { rock, main: stops, more: "" };
  const distance = i18n.number(distance_km);
  const miles = Math.round(distance_km * MILES_PER_KM);
  const inMiles = t(
    i18n,
  )`${plural(miles, { one: "# mile", other: "# miles" })}`;
  return {
    rock,
    main: t(i18n)`${distance} km travelled`,
    more: `${inMiles} · ${stops}`,
  };
}
