import { useApi } from "#app/components/api/use-api.ts";
import { asRockNumber } from "#core/limits.ts";

/** A rock's summary. Undefined while loading, after a failure, and if the number is no rock's. */
export const useRockSummary = (rockNumber: number | string = "") =>
  useApi(
    "GET /api/rock-posts/:rockNumber/summary",
    asRockNumber(String(rockNumber)) === ""
      ? undefined
      : { params: { rockNumber: Number(rockNumber) } },
  ).answer;
