import { Trans, useLingui } from "@lingui/react/macro";
import type { BookMap, RockBook } from "#domain/finds/rock-book.server.ts";
import { formatList } from "#app/components/language/lists.ts";
import { formatDistance } from "#app/components/language/measures.ts";
import { FlatMap } from "#app/components/map/flat-map.tsx";
import { labelCountries } from "#app/components/rocks/facts.tsx";

type Props = Pick<RockBook, "distance_km" | "countries"> & {
  map: BookMap;
};

/** Shows the whole journey on a map. Its numbers are those of the finds. */
export function JourneySheet({ map, distance_km: distance, countries }: Props) {
  const { t, i18n } = useLingui();
  return (
    <section className="book-sheet book-journey">
      <h2>
        <Trans>The journey</Trans>
      </h2>
      <dl>
        {distance > 0 && (
          <div>
            <dt>
              <Trans>Distance travelled</Trans>
            </dt>
            <dd>{formatDistance(i18n, distance)}</dd>
          </div>
        )}
        {countries.length > 0 && (
          <div>
            <dt>{labelCountries(i18n, countries.length)}</dt>
            <dd>{formatList(i18n, countries)}</dd>
          </div>
        )}
      </dl>
      <FlatMap
        {...map}
        label={t`Map of the journey, with the number of each stop`}
      >
        {map.marks.map((mark) => (
          <Mark key={mark.label} {...mark} />
        ))}
      </FlatMap>
    </section>
  );
}

/** In the map's units. */
const MARK = { height: 17, padding: 8, letter: 5.6 };

function Mark({ x, y, label, isNewest }: BookMap["marks"][number]) {
  const width = Math.max(
    MARK.height,
    MARK.padding + MARK.letter * label.length,
  );
  return (
    <g
      className={isNewest ? "book-mark book-mark--newest" : "book-mark"}
      transform={`translate(${x} ${y})`}
    >
      <rect
        x={-width / 2}
        y={-MARK.height / 2}
        width={width}
        height={MARK.height}
        rx={MARK.height / 2}
      />
      <text textAnchor="middle" y="3.6">
        {label}
      </text>
    </g>
  );
}
