import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import type { JourneyRoute } from "#domain/finds/answers.ts";
import { describeNearby } from "#app/components/language/places.ts";
import { formatDay } from "#core/languages/format-day.ts";
import { formatList } from "#app/components/language/lists.ts";
import { Button } from "#app/components/ui/button.tsx";
import { useLoaded } from "#app/components/ui/use-loaded.ts";

const loadMap = () => import("#app/components/map/journey-map.client.tsx");

/** Milliseconds from stop to stop. */
const STOP_MS = 3200;

export function JourneyReplay({
  route,
  pin,
}: {
  route: JourneyRoute;
  pin: string | null;
}) {
  const { t, i18n } = useLingui();
  const { stops } = route;
  const [at, setAt] = useState<number>();
  const [playing, setPlaying] = useState(false);
  const map = useLoaded(loadMap).part;

  const count = stops.length;
  const last = count - 1;
  useEffect(() => {
    if (!playing) return;
    if (at === last) return setPlaying(false);
    const next = setTimeout(() => setAt((at ?? -1) + 1), STOP_MS);
    return () => clearTimeout(next);
  }, [playing, at, last]);

  function goTo(index: number) {
    setPlaying(false);
    setAt(index);
  }
  function play() {
    if (at === undefined || at === last) setAt(0);
    setPlaying(true);
  }
  const stop = at === undefined ? undefined : stops[at];
  const nth = (at ?? 0) + 1;
  const location = stop?.location;
  const facts =
    stop &&
    formatList(i18n, [
      formatDay(i18n, stop.date),
      ...(stop.country ? [stop.country] : []),
      ...(stop.precision ? [describeNearby(i18n, stop.precision)] : []),
    ]);
  const overview = stops.some(({ precision }) => precision)
    ? t`${plural(count, { one: "# stop on the map. Where a number is dashed, it was somewhere nearby.", other: "# stops on the map. Where a number is dashed, it was somewhere nearby." })}`
    : t`${plural(count, { one: "# stop on the map", other: "# stops on the map" })}`;

  return (
    <section className="journey-replay" aria-label={t`The way it took`}>
      <div className="journey-world map-frame">
        {map && <map.default route={route} pin={pin} at={at} onStop={goTo} />}
      </div>
      <p className="journey-now breaks" aria-live="polite">
        {stop ? (
          <Trans>
            <b>
              Stop {nth} of {count}
            </b>{" "}
            <bdi>{location}</bdi>, {facts}
          </Trans>
        ) : (
          overview
        )}
      </p>
      {count > 1 && (
        <div className="journey-buttons buttons wrap">
          <Button onClick={playing ? () => setPlaying(false) : play}>
            {playing ? t`Pause` : t`Replay the journey`}
          </Button>
          <Button
            look="quiet"
            disabled={(at ?? 0) === 0}
            onClick={() => goTo(at! - 1)}
          >
            <Trans>Previous stop</Trans>
          </Button>
          <Button
            look="quiet"
            disabled={at === last}
            onClick={() => goTo((at ?? -1) + 1)}
          >
            <Trans>Next stop</Trans>
          </Button>
        </div>
      )}
    </section>
  );
}
