import { api, noContent, readJson } from "#app/http/api.server.ts";
import { clientAddress } from "#app/http/request/headers.ts";
import { countedPage } from "#app/pages.ts";
import {
  countVisit,
  requireCountAllowed,
} from "#domain/visits/rock-counts.server.ts";
import { RockCount } from "#domain/visits/schemas.ts";

export const loader = api({
  POST: async ({ request }) => {
    const address = clientAddress(request);
    requireCountAllowed(address);
    const visit = await readJson(request, RockCount);
    countVisit(visit, { page: countedPage(visit.page_url), address });
    return noContent();
  },
});

export const action = loader;
