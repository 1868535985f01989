import { useEffect, useState } from "react";
import type { Suggestion } from "#domain/finds/schemas.ts";
import type { Place } from "#domain/places/answers.ts";

/** Metres. The town near a place that is less exact is a guess. */
const ACCURACY_MAX = 10_000;

/**
 * Asks the site for the town near a place. It tells the site the place to a hundredth of a degree, about a
 * kilometre. Undefined while it asks, without a connection, and far from any town.
 */
export function useNearestTown(
  place: Suggestion | null | undefined,
): Place | undefined {
  const [answer, setAnswer] = useState<{ near: string; town?: Place }>();
  const near =
    place && (place.accuracy ?? 0) <= ACCURACY_MAX
      ? `${place.latitude.toFixed(2)},${place.longitude.toFixed(2)}`
      : undefined;

  useEffect(() => {
    if (near === undefined) return;
    const left = new AbortController();
    const ask = async () => {
      try {
        const response = await fetch(`/api/places?near=${near}`, {
          signal: left.signal,
        });
        if (!response.ok) throw new Error(`the answer was ${response.status}`);
        const [town] = (await response.json()) as Place[];
        setAnswer({ near, town });
      } catch (error) {
        if (!left.signal.aborted && navigator.onLine)
          console.error("Error asking for the nearest town", error);
      }
    };
    void ask();
    const retry = () => void ask();
    window.addEventListener("online", retry);
    return () => {
      left.abort();
      window.removeEventListener("online", retry);
    };
  }, [near]);

  return answer?.near === near ? answer?.town : undefined;
}
