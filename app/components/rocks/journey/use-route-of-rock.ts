import { useApi } from "#app/components/api/use-api.ts";

/** A rock's route. Undefined without a number, while loading, and after a failure. */
export const useRouteOfRock = (rockNumber: number | undefined) =>
  useApi(
    "GET /api/rock-posts/:rockNumber/route",
    rockNumber === undefined ? undefined : { params: { rockNumber } },
  ).answer;
