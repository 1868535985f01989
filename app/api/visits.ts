import { everyone } from "#app/http/calls/call.ts";
import { countedPage } from "#app/pages.ts";
import { Address } from "#core/answers.ts";
import { countVisit } from "#domain/visits/rock-counts.server.ts";
import { RockCount } from "#domain/visits/schemas.ts";

export const visits = {
  ...everyone("POST /api/rock-count", {
    summary: "Counts a visit to a page",
    says: "It is counted.",
    takes: RockCount,
    run: ({ sender: { address }, body }) =>
      countVisit(body, { page: countedPage(body.page_url), address }),
  }),
  ...everyone("GET /api/ip", {
    summary: "The caller's own address",
    gives: Address,
    run: ({ sender }) => ({ ip: sender.address }),
  }),
};
