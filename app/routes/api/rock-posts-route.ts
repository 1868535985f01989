import { api, requireValid } from "#app/http/api.server.ts";
import { readRoute } from "#domain/finds/journey-routes.server.ts";
import { RockNumber } from "#domain/rocks/schemas.ts";

export const loader = api({
  GET: ({ params }) => readRoute(requireValid(RockNumber, params.rockNumber)),
});

export const action = loader;
