import { useEffect, useState } from "react";
import type { Place } from "#domain/places/answers.ts";

const PAUSE_MS = 250;

interface Search {
  text: string;
  /** Undefined where the search failed. */
  places?: Place[];
}

/** Towns that a text may mean, once the typing pauses; undefined while there is none, or on the way. */
export function usePlaces(text: string): Search | undefined {
  const [search, setSearch] = useState<Search>();

  useEffect(() => {
    if (text === "") return;
    const left = new AbortController();
    const pause = setTimeout(async () => {
      try {
        const response = await fetch(
          `/api/places?q=${encodeURIComponent(text)}`,
          { signal: left.signal },
        );
        if (!response.ok) throw new Error(`the answer was ${response.status}`);
        setSearch({ text, places: (await response.json()) as Place[] });
      } catch (error) {
        if (left.signal.aborted) return;
        console.error("Error searching places", error);
        setSearch({ text });
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(pause);
      left.abort();
    };
  }, [text]);

  return search?.text === text ? search : undefined;
}
