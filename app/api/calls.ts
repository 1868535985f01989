import * as v from "valibot";
import { countedPage } from "#app/pages.ts";
import { Address } from "#core/answers.ts";
import { sessionCookieName } from "#app/http/admin-session.server.ts";
import { answers, everyone } from "#app/http/calls/call.ts";
import { describeApi } from "#app/http/calls/document.server.ts";
import { Health } from "#domain/health/answers.ts";
import { readHealth } from "#domain/health/health.server.ts";
import { countVisit } from "#domain/visits/rock-counts.server.ts";
import { RockCount } from "#domain/visits/schemas.ts";
import { account } from "./account.ts";
import { albums } from "./albums.ts";
import { backups, setUpBackups } from "./backups.ts";
import { finds, uploads } from "./finds.ts";
import { follow } from "./follow.ts";
import { jobs } from "./jobs.ts";
import { journeys } from "./journeys.ts";
import { map } from "./map.ts";
import { review } from "./review.ts";
import { rocks } from "./rocks.ts";
import { site } from "./site.ts";
import { trash } from "./trash.ts";

export const calls = {
  ...finds,
  ...map,
  ...uploads,
  ...albums,
  ...rocks,
  ...follow,
  ...journeys,
  ...review,
  ...jobs,
  ...site,
  ...trash,
  ...backups,
  ...setUpBackups,
  ...account,
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
  ...everyone("GET /api/openapi.json", {
    summary: "This description",
    says: "OpenAPI 3.1.",
    gives: v.looseObject({ openapi: v.string() }),
    run: ({ request }) => describe(sessionCookieName(request)),
  }),
  ...everyone("GET /healthz", {
    summary: "Whether the site works",
    gives: answers({
      200: {
        description:
          "It does, or it is degraded: the queue does not answer, or uploads have no room (media: full).",
        json: Health,
      },
      503: {
        description: "Database or store can't be written.",
        json: Health,
      },
    }),
    run: async () => {
      const health = await readHealth();
      return Response.json(health, {
        status: health.status === "down" ? 503 : 200,
        headers: { "Cache-Control": "no-store" },
      });
    },
  }),
};

/** The API's description. @param cookie the name of the session's */
export function describe(cookie: string): { openapi: string } {
  return describeApi(cookie, calls);
}
