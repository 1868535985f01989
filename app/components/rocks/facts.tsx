import type { I18n } from "@lingui/core";
import { plural, t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import type { RockSummary } from "#domain/rocks/answers.ts";
import type { JourneyRoute } from "#domain/finds/answers.ts";
import { formatDay } from "#core/languages/format-day.ts";
import { formatList } from "#app/components/language/lists.ts";
import { formatDistance } from "#core/languages/distance.ts";

export type Fact = [term: string, fact: ReactNode];

export const Facts = ({
  facts,
  className,
}: {
  facts: Fact[];
  className: string;
}) => (
  <dl className={className}>
    {facts.map(([term, fact]) => (
      <div key={term}>
        <dt className="soft">{term}</dt>
        <dd className="lead">{fact}</dd>
      </div>
    ))}
  </dl>
);

export function listTrips(i18n: I18n, { trips, first, latest }: RockSummary) {
  const facts: Fact[] = [[t(i18n)`Total trips`, trips]];
  if (trips > 0)
    facts.push(
      [t(i18n)({ message: "First", context: "day" }), formatDay(i18n, first)],
      [t(i18n)({ message: "Latest", context: "day" }), formatDay(i18n, latest)],
    );
  return facts;
}

/** @param hasWay whether it went from one stop to another */
export function listTravels(
  i18n: I18n,
  { distance_km, countries }: Pick<JourneyRoute, "distance_km" | "countries">,
  hasWay: boolean,
) {
  const facts: Fact[] = [];
  if (hasWay)
    facts.push([
      t(i18n)`Distance travelled`,
      formatDistance(i18n, distance_km),
    ]);
  const count = countries.length;
  if (count > 0)
    facts.push([
      t(i18n)({
        message: `${plural(count, { one: "Country", other: "Countries" })}`,
        comment: "Before the names of the countries",
      }),
      formatList(i18n, countries),
    ]);
  return facts;
}
