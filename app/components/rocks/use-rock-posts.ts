import { useEffect, useState } from "react";
import type { RockPost } from "#domain/schemas.ts";

const STEP_PERCENT = 10;
const STEP_MS = 200;
const WAITING_MAX_PERCENT = 90;

interface Journey {
  /** 0 to 90 while waiting, 100 once the answer is there. */
  progress: number;
  /** Undefined while waiting; empty where nothing is known of the rock, or the fetch failed. */
  posts?: RockPost[];
}

/** Fetches a rock's journeys, newest first. */
export function useRockPosts(rockNumber: number): Journey {
  const [journey, setJourney] = useState<Journey>({ progress: 0 });

  useEffect(() => {
    const given = new AbortController();
    setJourney({ progress: 0 });
    const ticking = setInterval(
      () =>
        setJourney(({ progress }) => ({
          progress: Math.min(progress + STEP_PERCENT, WAITING_MAX_PERCENT),
        })),
      STEP_MS,
    );
    const arrive = (posts: RockPost[]) => {
      if (given.signal.aborted) return;
      clearInterval(ticking);
      setJourney({ progress: 100, posts });
    };
    fetchRockPosts(rockNumber, given.signal)
      .then(arrive)
      .catch((error: unknown) => {
        if (given.signal.aborted) return;
        console.error("Error loading rock data", error);
        arrive([]);
      });
    return () => {
      clearInterval(ticking);
      given.abort();
    };
  }, [rockNumber]);

  return journey;
}

async function fetchRockPosts(rockNumber: number, signal: AbortSignal) {
  const response = await fetch(`/api/rock-posts/${rockNumber}`, { signal });
  if (!response.ok) throw new Error(`the answer was ${response.status}`);
  return (await response.json()) as RockPost[];
}
