import * as v from "valibot";
import { everyone, file } from "#app/http/calls/call.ts";
import { languageOf } from "#app/http/request/language.server.ts";
import { nameCountry } from "#core/languages/country-names.ts";
import {
  PinPlace,
  PublicFind,
  JourneyRoute,
  RockPin,
} from "#domain/finds/answers.ts";
import {
  findUnnumberedRock,
  readRoute,
  getLastPlace,
  getTotals,
  listFindsOfRock,
  listPinPlaces,
  summarizeRock,
} from "#domain/finds/journeys.server.ts";
import { OneFind, PinKeys } from "#domain/finds/schemas.ts";
import { readInThread } from "#domain/large-reads/read-in-thread.server.ts";
import { Place } from "#domain/places/answers.ts";
import { findPlaces, findTownNear } from "#domain/places/places.server.ts";
import { PlaceSearch } from "#domain/places/schemas.ts";
import {
  CatalogueItem,
  RockSummary,
  RockTotals,
} from "#domain/rocks/answers.ts";

const PLACES_MAX = 8;

const large = async (what: "pins" | "packedPins" | "catalogue", type: string) =>
  new Response(await readInThread(what), {
    headers: { "Content-Type": type, "Cache-Control": "no-cache" },
  });

export const map = {
  ...everyone("GET /api/rock-posts/:rockNumber", {
    summary: "The shown finds of one rock, newest first",
    says: "Finds; none for an unknown rock.",
    query: OneFind.entries,
    gives: v.array(PublicFind),
    cache: { reads: ["finds", "rocks"], query: ["find"] },
    run: ({ params, query }) => listFindsOfRock(params.rockNumber, query),
  }),
  ...everyone("GET /api/rock-posts/:rockNumber/route", {
    summary: "Where a rock has been, oldest find first",
    says: "Its stops and the ways between them; none for an unknown rock, such as 0.",
    gives: JourneyRoute,
    cache: { reads: ["finds"] },
    run: ({ params }) => readRoute({ rock_number: params.rockNumber }),
  }),
  ...everyone("GET /api/rock-posts/:rockNumber/summary", {
    summary: "How often a rock was found, and what the catalogue has of it",
    says: "The rock, known or not. Rock 0 is known by its find.",
    query: OneFind.entries,
    gives: RockSummary,
    cache: { reads: ["finds", "rocks"], query: ["find"] },
    run: ({ params: { rockNumber }, query: { find } }) =>
      (rockNumber === 0 && find !== undefined
        ? findUnnumberedRock(find)
        : undefined) ?? summarizeRock({ rock_number: rockNumber }),
  }),
  ...everyone("GET /api/rock-posts/locations/all", {
    summary: "Where each rock was found last",
    says: "One place a rock.",
    gives: v.array(RockPin),
    cache: { reads: ["finds", "rocks"] },
    run: () => large("pins", "application/json"),
  }),
  ...everyone("GET /api/rock-posts/locations/packed", {
    summary: "The same places as columns of bytes, for a large map",
    says: "Rock numbers, latitudes and longitudes, packed for the site's own map: their form may change.",
    gives: file(["application/octet-stream"]),
    cache: { reads: ["finds", "rocks"] },
    run: () => large("packedPins", "application/octet-stream"),
  }),
  ...everyone("GET /api/rock-posts/locations/places", {
    summary: "Where some of these places are, in words",
    says: "What its finder called the place, or the nearest town, with its country in the visitor's language.",
    query: PinKeys.entries,
    gives: v.array(PinPlace),
    run: ({ request, query }) => listPinPlaces(query.pins, languageOf(request)),
  }),
  ...everyone("GET /api/rock-posts/totals", {
    summary: "How many rocks there are, and were found",
    gives: RockTotals,
    cache: { reads: ["finds", "rocks"] },
    run: () => getTotals(),
  }),
  ...everyone("GET /api/rock-posts/allrocks", {
    summary: "The whole catalogue, by number",
    gives: v.array(CatalogueItem),
    cache: { reads: ["rocks"] },
    run: () => large("catalogue", "application/json"),
  }),
  ...everyone("GET /api/places", {
    summary: "Towns that a text may mean, best first, or the town near a place",
    says: "Towns, with their countries in the visitor's language. The list is empty if none fits.",
    query: PlaceSearch.entries,
    gives: v.array(Place),
    run: ({ request, query: { q, rock, near } }) => {
      const towns = near
        ? [findTownNear(near)].filter((town) => town !== undefined)
        : findPlaces(
            q,
            PLACES_MAX,
            rock === undefined ? undefined : { last: getLastPlace(rock) },
          );
      const language = languageOf(request);
      return towns.map((town) => ({
        ...town,
        country: nameCountry(language, town.country),
      }));
    },
  }),
};
