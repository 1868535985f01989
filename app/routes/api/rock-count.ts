import { api, noContent, readJson } from "#app/http/api.server.ts";
import { clientAddress } from "#app/http/request-headers.ts";
import { countVisit } from "#domain/rock-counts.server.ts";
import { RockCount } from "#domain/schemas.ts";

export const loader = api({
  POST: async ({ request }) => {
    countVisit(await readJson(request, RockCount), {
      address: clientAddress(request),
    });
    return noContent();
  },
});

export const action = loader;
