import { useApi } from "#app/components/api/use-api.ts";
import { asRockNumber } from "#core/limits.ts";

/** Asks for a rock's summary, if the number can be a rock's. */
export const useRockCall = (rockNumber: number | string = "") =>
  useApi(
    "GET /api/rock-posts/:rockNumber/summary",
    asRockNumber(String(rockNumber)) === ""
      ? undefined
      : { params: { rockNumber: Number(rockNumber) } },
  );

/** A rock's summary. Undefined while loading, after a failure, and if the number is no rock's. */
export const useRockSummary = (rockNumber?: number | string) =>
  useRockCall(rockNumber).answer;
