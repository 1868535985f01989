import { useEffect, useState } from "react";
import type { JourneyRoute } from "#domain/finds/answers.ts";

/** Fetches where a rock has been; undefined without a number, on the way, and after a failure, which is logged. */
export function useRouteOfRock(rockNumber: number | undefined) {
  const [route, setRoute] = useState<JourneyRoute>();

  useEffect(() => {
    if (rockNumber === undefined) return;
    const left = new AbortController();
    void (async () => {
      try {
        const response = await fetch(`/api/rock-posts/${rockNumber}/route`, {
          signal: left.signal,
        });
        if (!response.ok) throw new Error(`the answer was ${response.status}`);
        setRoute((await response.json()) as JourneyRoute);
      } catch (error) {
        if (!left.signal.aborted)
          console.error("Error loading a rock's route", error);
      }
    })();
    return () => left.abort();
  }, [rockNumber]);

  return route?.rock_number === rockNumber ? route : undefined;
}
