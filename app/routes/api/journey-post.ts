import {
  admin,
  api,
  noContent,
  readJson,
  requireKey,
} from "#app/http/api.server.ts";
import { etagOf, namesEtag } from "#app/http/etag.server.ts";
import {
  changeJourneyPost,
  deleteJourneyPost,
} from "#domain/journey-admin.server.ts";
import { JourneyChange } from "#domain/schemas.ts";

export const loader = api({
  PUT: admin(async ({ request, params }) => {
    const key = requireKey(params.rpsKey);
    const change = await readJson(request, JourneyChange);
    const known = request.headers.get("if-match");
    const post = await changeJourneyPost(
      key,
      change,
      (now) => known === null || namesEtag(known, etagOf(now)),
    );
    return Response.json(post, { headers: { ETag: etagOf(post) } });
  }),
  DELETE: admin(async ({ params }) => {
    await deleteJourneyPost(requireKey(params.rpsKey));
    return noContent();
  }),
});

export const action = loader;
