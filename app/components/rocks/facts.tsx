import type { RockSummary } from "#domain/rocks/answers.ts";
import type { JourneyRoute } from "#domain/finds/answers.ts";
import { formatDay } from "#app/components/words/days.ts";
import { formatDistance } from "#app/components/words/measures.ts";
import { plural } from "#domain/core/words.ts";

export type Fact = [term: string, fact: string | number];

/** Facts as terms with what they are, side by side. */
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
        <dt>{term}</dt>
        <dd>{fact}</dd>
      </div>
    ))}
  </dl>
);

export const listTrips = ({ trips, first, latest }: RockSummary): Fact[] => [
  ["Total trips", trips],
  ...(trips > 0
    ? ([
        ["First", formatDay(first)],
        ["Latest", formatDay(latest)],
      ] satisfies Fact[])
    : []),
];

/** @param hasWay whether it went from one stop to another */
export const listTravels = (
  { distance_km, countries }: Pick<JourneyRoute, "distance_km" | "countries">,
  hasWay: boolean,
): Fact[] => [
  ...(hasWay
    ? ([["Distance travelled", formatDistance(distance_km)]] satisfies Fact[])
    : []),
  ...(countries.length > 0
    ? ([
        [
          plural(countries.length, "Country", "Countries"),
          countries.join(", "),
        ],
      ] satisfies Fact[])
    : []),
];
