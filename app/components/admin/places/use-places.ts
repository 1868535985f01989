import { useEffect, useState } from "react";
import type { Place } from "#domain/places/answers.ts";
import { callApi } from "#app/components/admin/ui/call-api.ts";

const TYPING_MS = 300;
const PLACES_MAX = 4;

/** Towns that a find's location may mean, asked for when the typing has paused; none where that fails. */
export function usePlaces(text: string, rockNumber: number): Place[] {
  const [places, setPlaces] = useState<Place[]>([]);
  const wanted = text.trim();

  useEffect(() => {
    if (wanted === "") return setPlaces([]);
    let isOver = false;
    const timer = setTimeout(() => {
      const query = new URLSearchParams({
        q: wanted,
        rock: String(rockNumber),
      });
      callApi<Place[]>("GET", `/api/places?${query}`).then(
        ({ answer }) => {
          if (!isOver) setPlaces(answer.slice(0, PLACES_MAX));
        },
        (error: unknown) => console.error("Error loading places", error),
      );
    }, TYPING_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [wanted, rockNumber]);

  return places;
}
