import * as v from "valibot";
import { Address } from "#domain/core/answers.ts";
import {
  FindState,
  JourneyRoute,
  PinPlace,
  RockPin,
  PublicFind,
  SubmissionResult,
} from "#domain/finds/answers.ts";
import { Place } from "#domain/places/answers.ts";
import {
  CatalogueItem,
  RockSummary,
  RockTotals,
} from "#domain/rocks/answers.ts";
import { IMAGES_MAX } from "#domain/core/schemas.ts";
import { NewFind, PinKeys, StatesRequest } from "#domain/finds/schemas.ts";
import { PlaceSearch } from "#domain/places/schemas.ts";
import { RockCount } from "#domain/visits/schemas.ts";
import { ok, pages } from "./common.ts";
import type { Operations } from "./operation.ts";

/** What visitors' pages call. */
export const publicOperations: Operations = {
  "POST /api/upload-rock": {
    summary: "Sends a find, with one to five pictures",
    access: "everyone",
    body: {
      form: NewFind,
      files: { field: "images", min: 0, max: IMAGES_MAX },
    },
    answers: {
      200: {
        description: "This submission had been taken already.",
        json: SubmissionResult,
      },
      201: { description: "It is taken.", json: SubmissionResult },
    },
  },
  "POST /api/finds/states": {
    summary: "Whether finds are shown yet, each asked for with its own key",
    access: "everyone",
    body: { json: StatesRequest },
    answers: ok(
      v.array(FindState),
      "Those finds that still exist and whose keys are right.",
    ),
  },
  "GET /api/finds/:uuid/:kind/:image": {
    summary:
      "A picture of a find, shown or hidden, for its finder: with `Authorization: Bearer` and the find's key",
    access: "everyone",
    answers: {
      200: { description: "The picture.", types: ["image/webp"] },
    },
  },
  "POST /api/rock-count": {
    summary: "Counts a visit to a page",
    access: "everyone",
    body: { json: RockCount },
    answers: { 204: { description: "It is counted." } },
  },
  "GET /api/ip": {
    summary: "The caller's own address",
    access: "everyone",
    answers: ok(Address, "The address."),
  },
  "GET /api/places": {
    summary: "Towns that a text may mean, best first, or the town near a place",
    access: "everyone",
    query: {
      q: {
        schema: PlaceSearch.entries.q,
        description: "A place in a person's own words.",
      },
      rock: {
        schema: v.pipe(
          v.string(),
          v.description("A whole number of 0 to 100000."),
        ),
        description:
          "The rock that was found there: towns near its last find come first, each with the reason, and a town of which little but the name fits is left out.",
      },
      near: {
        schema: v.pipe(
          v.string(),
          v.description(
            "Latitude and longitude in degrees with a comma between, each with two digits after the point at most.",
          ),
        ),
        description:
          "A place: the answer is the nearest town within about 30 km, whatever `q` says.",
      },
    },
    answers: ok(v.array(Place), "Towns. The list is empty if none fits."),
  },

  "GET /api/rock-posts": {
    summary: "All shown finds, newest first",
    access: "everyone",
    query: pages,
    answers: ok(v.array(PublicFind), "Finds."),
  },
  "GET /api/rock-posts/:rockNumber": {
    summary: "The shown finds of one rock, newest first",
    access: "everyone",
    answers: ok(v.array(PublicFind), "Finds; none for an unknown rock."),
  },
  "GET /api/rock-posts/:rockNumber/route": {
    summary: "Where a rock has been, oldest find first",
    access: "everyone",
    answers: ok(
      JourneyRoute,
      "Its stops and the ways between them; none for an unknown rock.",
    ),
  },
  "GET /api/rock-posts/:rockNumber/summary": {
    summary: "How often a rock was found, and what the catalogue has of it",
    access: "everyone",
    answers: ok(RockSummary, "The rock, known or not."),
  },
  "GET /api/rock-posts/locations/all": {
    summary: "Where each rock was found last",
    access: "everyone",
    answers: ok(v.array(RockPin), "One place a rock."),
  },
  "GET /api/rock-posts/locations/packed": {
    summary: "The same places as columns of bytes, for a large map",
    access: "everyone",
    answers: {
      200: {
        description:
          "Rock numbers, latitudes and longitudes, packed for the site's own map: their form may change.",
        types: ["application/octet-stream"],
      },
    },
  },
  "GET /api/rock-posts/locations/places": {
    summary: "Where some of these places are, in words",
    access: "everyone",
    query: {
      pins: {
        schema: PinKeys.entries.pins,
        description:
          "Up to 100 rock numbers, with commas between; a find of rock 0 is `0-` and its rps_key.",
      },
    },
    answers: ok(
      v.array(PinPlace),
      "What its finder called the place, or the nearest town.",
    ),
  },
  "GET /api/rock-posts/totals": {
    summary: "How many rocks there are, and were found",
    access: "everyone",
    answers: ok(RockTotals, "Sums."),
  },
  "GET /api/rock-posts/allrocks": {
    summary: "The whole catalogue, by number",
    access: "everyone",
    answers: ok(v.array(CatalogueItem), "Rocks."),
  },
};
