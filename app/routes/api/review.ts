import { api, page, readListRequest } from "#app/http/api.server.ts";
import { review } from "#app/http/review-access.server.ts";
import {
  readReview,
  readReviewFind,
} from "#domain/review/read-review.server.ts";

export const loader = api({
  GET: review(async ({ request }, scope) => {
    const uuid = new URL(request.url).searchParams.get("uuid");
    if (uuid !== null) {
      const find = await readReviewFind(scope, uuid);
      return find ? [find] : [];
    }
    const { limit, before } = readListRequest(request);
    const { finds, next, total } = await readReview(scope, { limit, before });
    const answer = page(request, finds, next);
    answer.headers.set("Total-Count", String(total));
    return answer;
  }),
});

export const action = loader;
