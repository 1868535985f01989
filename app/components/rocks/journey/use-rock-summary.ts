import { useEffect, useState } from "react";
import type { RockSummary } from "#domain/rocks/answers.ts";
import { ROCK_NUMBER_MAX } from "#domain/rocks/schemas.ts";

/** What is known of a rock; undefined after a failure, which is logged. */
export async function fetchRockSummary(
  rockNumber: number,
  signal: AbortSignal,
): Promise<RockSummary | undefined> {
  const address = `/api/rock-posts/${rockNumber}/summary`;
  try {
    const response = await fetch(address, { signal });
    if (!response.ok) throw new Error(`the answer was ${response.status}`);
    return (await response.json()) as RockSummary;
  } catch (error) {
    if (!signal.aborted) console.error(`Error loading ${address}`, error);
    return undefined;
  }
}

/** The same for a number that may change; undefined while it is on its way, and for what is no rock number. */
export function useRockSummary(number: number | string) {
  const [rock, setRock] = useState<RockSummary>();
  const rockNumber = number === "" ? NaN : Number(number);

  useEffect(() => {
    if (!Number.isInteger(rockNumber)) return;
    if (rockNumber < 0 || rockNumber > ROCK_NUMBER_MAX) return;
    const left = new AbortController();
    void fetchRockSummary(rockNumber, left.signal).then((fetched) => {
      if (!left.signal.aborted) setRock(fetched);
    });
    return () => left.abort();
  }, [rockNumber]);

  return rock?.rock_number === rockNumber ? rock : undefined;
}
