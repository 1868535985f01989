import { everyone } from "#app/http/calls/call.ts";
import { clientAddress } from "#app/http/request/headers.ts";
import { countedPage } from "#app/pages.ts";
import { Address } from "#core/answers.ts";
import { countVisit } from "#domain/visits/rock-counts.server.ts";
import { RockCount } from "#domain/visits/schemas.ts";

export const visits = {
  ...everyone("POST /api/rock-count", {
    summary: "Counts a visit to a page",
    says: "It is counted.",
    takes: RockCount,
    run: ({ request, body }) =>
      countVisit(body, {
        page: countedPage(body.page_url),
        address: clientAddress(request),
      }),
  }),
  ...everyone("GET /api/ip", {
    summary: "The caller's own address",
    gives: Address,
    run: ({ request }) => ({ ip: clientAddress(request) }),
  }),
};
