import { useLingui } from "@lingui/react/macro";
import type { BookMap, RockBook } from "#domain/finds/rock-book.server.ts";
import { FlatMap } from "#app/components/map/flat-map.tsx";
import { Facts, listTravels } from "#app/components/rocks/facts.tsx";

type Props = Pick<RockBook, "distance_km" | "countries"> & {
  map: BookMap;
};

/** Shows the whole journey on a map. Its numbers are those of the finds. */
export function JourneySheet({ map, ...travels }: Props) {
  const { t, i18n } = useLingui();
  return (
    <section className="book-sheet book-journey">
      <h2>{t`The journey`}</h2>
      <Facts
        className="book-facts"
        facts={listTravels(i18n, travels, travels.distance_km > 0)}
      />
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
