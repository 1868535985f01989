import { useEffect, useState } from "react";
import type { PublicFind } from "#domain/finds/answers.ts";
import type { RockSummary } from "#domain/rocks/answers.ts";
import { useApi } from "#app/components/api/use-api.ts";

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
  const sent = { params: { rockNumber } };
  const finds = useApi("GET /api/rock-posts/:rockNumber", sent);
  const summary = useApi("GET /api/rock-posts/:rockNumber/summary", sent);
  const isLoading = finds.isLoading || summary.isLoading;
  const [progress, setProgress] = useState(0);

  useEffect(() => {
    if (!isLoading) return;
    setProgress(0);
    const ticking = setInterval(
      () =>
        setProgress((now) => Math.min(now + STEP_PERCENT, WAITING_MAX_PERCENT)),
      STEP_MS,
    );
    return () => clearInterval(ticking);
  }, [isLoading, rockNumber]);

  return isLoading
    ? { progress }
    : { progress: 100, posts: finds.answer ?? [], rock: summary.answer };
}
