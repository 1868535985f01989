import { api, requireValid } from "#app/http/api.server.ts";
import { summarizeRock } from "#domain/finds/journeys.server.ts";
import { RockNumber } from "#domain/rocks/schemas.ts";

export const loader = api({
  GET: ({ params }) =>
    summarizeRock(requireValid(RockNumber, params.rockNumber)),
});

export const action = loader;
