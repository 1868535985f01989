import { api, readJson } from "#app/http/api.server.ts";
import { listFindStates } from "#domain/finds/finder-access.server.ts";
import { StatesRequest } from "#domain/finds/schemas.ts";

/** The keys come in the body, so that no log has them. */
export const loader = api({
  POST: async ({ request }) =>
    Response.json(listFindStates(await readJson(request, StatesRequest)), {
      headers: { "Cache-Control": "no-store" },
    }),
});

export const action = loader;
