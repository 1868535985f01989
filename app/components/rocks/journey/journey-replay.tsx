import { countOf } from "#domain/core/words.ts";
import { lazy, Suspense, useEffect, useState } from "react";
import type { JourneyRoute } from "#domain/finds/answers.ts";
import type { Tiles } from "#app/components/map/world-map.client.tsx";
import { formatPrecision } from "#app/components/words/places.ts";
import { formatDay } from "#app/components/words/days.ts";
import { Button } from "#app/components/ui/button.tsx";
import "./journey-replay.css";

const JourneyMap = lazy(
  () => import("#app/components/map/journey/journey-map.client.tsx"),
);

/** Milliseconds from stop to stop. */
const STOP_MS = 3200;

function describeStops(stops: JourneyRoute["stops"]) {
  const count = `${countOf(stops.length, "stop")} on the map`;
  return stops.some(({ precision }) => precision)
    ? `${count}. Where a number is dashed, it was somewhere nearby.`
    : count;
}

/** Shows a rock's route on a map and replays it stop by stop. */
export function JourneyReplay({
  route,
  pin,
  tiles,
}: {
  route: JourneyRoute;
  /** From the rock's `RockSummary`. */
  pin: string | null;
  tiles: Tiles;
}) {
  const { stops } = route;
  const [at, setAt] = useState<number>();
  const [playing, setPlaying] = useState(false);
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);

  const last = stops.length - 1;
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

  return (
    <section className="journey-replay" aria-label="The way it took">
      <div className="journey-world">
        {mounted && (
          <Suspense>
            <JourneyMap
              route={route}
              pin={pin}
              tiles={tiles}
              at={at}
              onStop={goTo}
            />
          </Suspense>
        )}
      </div>
      <p className="journey-now" aria-live="polite">
        {stop ? (
          <>
            <b>
              Stop {at! + 1} of {stops.length}
            </b>{" "}
            <bdi>{stop.location}</bdi>, {formatDay(stop.date)}
            {stop.country && `, ${stop.country}`}
            {stop.precision
              ? `, somewhere within ${formatPrecision(stop.precision)}`
              : ""}
          </>
        ) : (
          describeStops(stops)
        )}
      </p>
      {stops.length > 1 && (
        <div className="journey-buttons buttons">
          <Button onClick={playing ? () => setPlaying(false) : play}>
            {playing ? "Pause" : "Replay the journey"}
          </Button>
          <Button
            look="quiet"
            disabled={(at ?? 0) === 0}
            onClick={() => goTo(at! - 1)}
          >
            Previous stop
          </Button>
          <Button
            look="quiet"
            disabled={at === last}
            onClick={() => goTo((at ?? -1) + 1)}
          >
            Next stop
          </Button>
        </div>
      )}
    </section>
  );
}
