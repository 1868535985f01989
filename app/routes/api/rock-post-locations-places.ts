import { api, requireValid } from "#app/http/api.server.ts";
import { listPinPlaces } from "#domain/finds/journeys.server.ts";
import { PinKeys } from "#domain/finds/schemas.ts";

export const loader = api({
  GET: ({ request }) => {
    const { pins } = requireValid(
      PinKeys,
      Object.fromEntries(new URL(request.url).searchParams),
    );
    return listPinPlaces(pins);
  },
});

export const action = loader;
