import { useApi } from "../api/use-api.ts";
import { usePause } from "../ui/use-pause.ts";

/** Searches towns by name once the typing pauses. Undefined without a text, and while the search runs. */
export function usePlaces(text: string) {
  const settled = usePause(text);
  const { answer, failed } = useApi(
    "GET /api/places",
    settled === "" ? undefined : { query: { q: settled } },
  );
  const isDone = text === settled && (answer !== undefined || failed);
  /** Without places the search has failed. */
  return isDone ? { places: answer } : undefined;
}
