import { api } from "#app/http/api.server.ts";
import { listPins } from "#domain/finds/journeys.server.ts";
import { packPins } from "#domain/finds/packed-pins.ts";

export const loader = api({
  GET: () =>
    new Response(packPins(listPins()), {
      headers: { "Content-Type": "application/octet-stream" },
    }),
});

export const action = loader;
