import { api } from "#app/http/api.server.ts";
import { keptAnswer } from "#app/http/kept-answer.server.ts";
import { listPins } from "#domain/journeys.server.ts";
import { packPins } from "#domain/packed-pins.ts";
import { pinsVersion } from "#domain/pins.server.ts";

const answer = keptAnswer("application/octet-stream", pinsVersion, () =>
  packPins(listPins()),
);

export const loader = api({ GET: ({ request }) => answer(request) });

export const action = loader;
