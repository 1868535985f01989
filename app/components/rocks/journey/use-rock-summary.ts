import { ROCK_NUMBER_MAX } from "#core/limits.ts";
import { useApi } from "#app/components/api/use-api.ts";

/** A rock's summary. Undefined while loading, after a failure, and if the number is no rock's. */
export function useRockSummary(number: number | string) {
  const rockNumber = number === "" ? NaN : Number(number);
  const isRock =
    Number.isInteger(rockNumber) &&
    rockNumber >= 0 &&
    rockNumber <= ROCK_NUMBER_MAX;
  return useApi(
    "GET /api/rock-posts/:rockNumber/summary",
    isRock ? { params: { rockNumber } } : undefined,
  ).answer;
}
