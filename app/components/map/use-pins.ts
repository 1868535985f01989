import { useEffect, useState } from "react";
import type { RockPin } from "#domain/schemas.ts";

/** Fetches one pin a rock; undefined while they are on their way, none after a failure. */
export function usePins() {
  const [pins, setPins] = useState<RockPin[]>();

  useEffect(() => {
    const given = new AbortController();
    fetchPins(given.signal)
      .then(setPins)
      .catch((error: unknown) => {
        if (given.signal.aborted) return;
        console.error("Error loading rock locations", error);
        setPins([]);
      });
    return () => given.abort();
  }, []);

  return pins;
}

async function fetchPins(signal: AbortSignal) {
  const response = await fetch("/api/rock-posts/locations/all", { signal });
  if (!response.ok) throw new Error(`the answer was ${response.status}`);
  return (await response.json()) as RockPin[];
}
