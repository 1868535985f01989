import { useApi } from "#app/components/api/use-api.ts";
import { usePause } from "#app/components/ui/use-pause.ts";

const TOWNS_MAX = 4;

/** Towns that a find's location may mean, asked for once the typing has paused; none if that fails. */
export function useSuggestedTowns(location: string, rockNumber: number) {
  const q = usePause(location.trim());
  const { answer = [] } = useApi(
    "GET /api/places",
    q === "" ? undefined : { query: { q, rock: String(rockNumber) } },
  );
  return answer.slice(0, TOWNS_MAX);
}
