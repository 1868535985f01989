import { useEffect, useState } from "react";
import type { PublicFind } from "#domain/finds/answers.ts";
import type { RockSummary } from "#domain/rocks/answers.ts";
import { fetchList } from "#app/components/api/fetch-list.ts";
import { fetchRockSummary } from "./use-rock-summary.ts";

const STEP_PERCENT = 10;
const STEP_MS = 200;
const WAITING_MAX_PERCENT = 90;

interface Journey {
  /** 0 to 90 while loading, then 100. */
  progress: number;
  /** Undefined while loading. Empty if the rock has no finds or the fetch failed. */
  posts?: PublicFind[];
  /** Loaded together with the finds. Undefined if its fetch failed. */
  rock?: RockSummary;
}

/** Fetches a rock's finds, newest first. */
export function useRockPosts(rockNumber: number): Journey {
  const [journey, setJourney] = useState<Journey>({ progress: 0 });

  useEffect(() => {
    const left = new AbortController();
    setJourney({ progress: 0 });
    const ticking = setInterval(
      () =>
        setJourney(({ progress }) => ({
          progress: Math.min(progress + STEP_PERCENT, WAITING_MAX_PERCENT),
        })),
      STEP_MS,
    );
    void (async () => {
      const [posts, rock] = await Promise.all([
        fetchList<PublicFind>(`/api/rock-posts/${rockNumber}`, left.signal),
        fetchRockSummary(rockNumber, left.signal),
      ]);
      clearInterval(ticking);
      if (!left.signal.aborted) setJourney({ progress: 100, posts, rock });
    })();
    return () => {
      clearInterval(ticking);
      left.abort();
    };
  }, [rockNumber]);

  return journey;
}
