import { admin, api, requireKey } from "#app/http/api.server.ts";
import { listJourneyImages } from "#domain/journey-admin.server.ts";

export const loader = api({
  GET: admin(({ params }) => listJourneyImages(requireKey(params.rpsKey))),
});

export const action = loader;
