import { api, noContent, readJson } from "#app/http/api.server.ts";
import { clientAddress } from "#app/http/request/headers.ts";
import {
  countVisit,
  requireCountAllowed,
} from "#domain/visits/rock-counts.server.ts";
import { RockCount } from "#domain/visits/schemas.ts";

export const loader = api({
  POST: async ({ request }) => {
    const address = clientAddress(request);
    requireCountAllowed(address);
    countVisit(await readJson(request, RockCount), { address });
    return noContent();
  },
});

export const action = loader;
