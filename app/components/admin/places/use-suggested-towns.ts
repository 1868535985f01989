import type { Place } from "#domain/places/answers.ts";
import { useList } from "#app/components/admin/data/use-list.ts";
import { usePause } from "#app/components/admin/data/use-pause.ts";

const TOWNS_MAX = 4;

const keyOf = ({ latitude, longitude }: Place) => `${latitude}, ${longitude}`;

/** Towns that a find's location may mean, asked for once the typing has paused; none if that fails. */
export function useSuggestedTowns(location: string, rockNumber: number) {
  const wanted = usePause(location.trim());
  const query = new URLSearchParams({ q: wanted, rock: String(rockNumber) });
  const { items } = useList<Place>({
    path: wanted === "" ? undefined : `/api/places?${query}`,
    keyOf,
  });
  return (items ?? []).slice(0, TOWNS_MAX);
}
