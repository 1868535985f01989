import { api, readJson } from "#app/http/api.server.ts";
import { readIfMatch, withEtag } from "#app/http/cache/etag.server.ts";
import { review } from "#app/http/review-access.server.ts";
import { decideFind } from "#domain/review/decide.server.ts";
import { ReviewDecision } from "#domain/review/schemas.ts";

export const loader = api({
  POST: review(async ({ request, params }, scope) => {
    const decision = await readJson(request, ReviewDecision);
    return withEtag(
      decideFind(scope, params.uuid ?? "", decision, readIfMatch(request)),
    );
  }),
});

export const action = loader;
