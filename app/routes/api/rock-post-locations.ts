import { api } from "#app/http/api.server.ts";
import { writePins } from "#domain/finds/journeys.server.ts";

export const loader = api({
  GET: () =>
    new Response(writePins(), {
      headers: {
        "Content-Type": "application/json",
        "Cache-Control": "no-cache",
      },
    }),
});

export const action = loader;
