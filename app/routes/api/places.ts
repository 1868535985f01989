import { api, requireValid } from "#app/http/api.server.ts";
import { getLastPlace } from "#domain/finds/journeys.server.ts";
import { findPlaces, findTownNear } from "#domain/places/places.server.ts";
import { PlaceSearch } from "#domain/places/schemas.ts";

const PLACES_MAX = 8;

export const loader = api({
  GET: ({ request }) => {
    const { q, rock, near } = requireValid(
      PlaceSearch,
      Object.fromEntries(new URL(request.url).searchParams),
    );
    if (near) return [findTownNear(near)].filter((town) => town !== undefined);
    return findPlaces(
      q,
      PLACES_MAX,
      rock === undefined ? undefined : { last: getLastPlace(rock) },
    );
  },
});

export const action = loader;
