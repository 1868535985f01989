import type { I18n } from "@lingui/core";
import { plural, t } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { CSSProperties } from "react";
import type {
  JourneyDrawing,
  MapPin,
  MapView,
} from "#domain/keepsake/pages.ts";
import { formatList } from "#app/components/language/lists.ts";
import { paths } from "#domain/keepsake/paths.ts";
import type { Link } from "./page.tsx";

/** How wide a map is on most screens, in pixels: sizes on it are right without the script, too. */
const WIDTH = 960;
/** With this many stops or more, they are dots without a number. */
const MANY = 40;

/** The world's countries, as often side by side as the map is wide. */
function Land({ view, link }: { view: MapView; link: Link }) {
  const first = Math.floor((view.x + 180) / 360);
  const last = Math.floor((view.x + view.width + 180) / 360);
  return Array.from({ length: last - first + 1 }, (_, n) => (
    <image
      key={n}
      href={link(paths.land)}
      x={(first + n) * 360 - 180}
      y={-180}
      width={360}
      height={360}
    />
  ));
}

const frameOf = ({ x, y, width, height }: MapView) => ({
  viewBox: `${x} ${y} ${width} ${height}`,
  style: { "--unit": width / WIDTH } as CSSProperties,
});

/** A rock's way over the map, with its stops. */
export function JourneyMap({
  drawing: { view, way, stops },
  label,
  link,
}: {
  drawing: JourneyDrawing;
  label: string;
  link: Link;
}) {
  const isFew = stops.length < MANY;
  return (
    <div className="kept-map" data-map>
      <svg {...frameOf(view)} role="img" aria-label={label}>
        <Land view={view} link={link} />
        <path className="kept-way-edge" d={way} />
        <path className="kept-way" d={way} />
        {stops.map(({ x, y, number, label, isInexact }, index) => (
          <g
            key={number}
            className={[
              "kept-stop",
              isFew ? "" : "kept-stop--small",
              isInexact ? "kept-stop--near" : "",
              index === stops.length - 1 ? "kept-stop--last" : "",
            ]
              .filter(Boolean)
              .join(" ")}
          >
            <title>{`${number}. ${label}`}</title>
            <circle cx={x} cy={y} />
            {isFew && (
              <text x={x} y={y} dy=".35em">
                {number}
              </text>
            )}
          </g>
        ))}
      </svg>
    </div>
  );
}

/** All pins on the world. Each leads to its rock. */
export function WorldMap({
  view,
  pins,
  link,
}: {
  view: MapView;
  pins: MapPin[];
  link: Link;
}) {
  const { t, i18n } = useLingui();
  return (
    <div className="kept-map" data-map>
      <svg {...frameOf(view)} role="group" aria-label={t`Map of the rocks`}>
        <Land view={view} link={link} />
        {pins.map((pin) => {
          const { x, y, path, rocks } = pin;
          const label = describePin(i18n, pin);
          return (
            <a
              key={`${path} ${x} ${y}`}
              href={link(path)}
              className={rocks > 1 ? "kept-pin kept-pin--many" : "kept-pin"}
              aria-label={label}
            >
              <title>{label}</title>
              <circle cx={x} cy={y} />
            </a>
          );
        })}
      </svg>
    </div>
  );
}

/** 'Rock 7, Lisbon, and 3 more near it' */
function describePin(
  i18n: I18n,
  { rock_number: number, place, rocks }: MapPin,
) {
  const more = rocks - 1;
  return formatList(
    i18n,
    [
      t(i18n)`Rock ${number}`,
      place,
      more > 0
        ? t(
            i18n,
          )`${plural(more, { one: "and # more near it", other: "and # more near it" })}`
        : "",
    ].filter(Boolean),
  );
}
