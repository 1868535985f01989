import { api } from "#app/http/api.server.ts";
import { keptJson } from "#app/http/compressed.server.ts";
import { listPins } from "#domain/journeys.server.ts";
import { packPins } from "#domain/packed-pins.ts";
import { pinsVersion } from "#domain/pins.server.ts";

const answer = keptJson(pinsVersion, () => packPins(listPins()));

export const loader = api({ GET: ({ request }) => answer(request) });

export const action = loader;
