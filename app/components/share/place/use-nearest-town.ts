import { useEffect } from "react";
import { useApi } from "#app/components/api/use-api.ts";
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
  const near =
    place && (place.accuracy ?? 0) <= ACCURACY_MAX
      ? `${place.latitude.toFixed(2)},${place.longitude.toFixed(2)}`
      : undefined;

  const { answer, retry } = useApi(
    "GET /api/places",
    near === undefined ? undefined : { query: { near } },
  );
  useEffect(() => {
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, [retry]);

  return answer?.[0];
}
