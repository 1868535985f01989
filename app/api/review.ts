import { page } from "#app/http/api.server.ts";
import { file, pageOf, reviewer } from "#app/http/calls/call.ts";
import { sendFile } from "#app/http/files/send-file.server.ts";
import { DomainError } from "#core/errors.ts";
import { described, ofOne } from "#core/schemas.ts";
import { ReviewDecided, ReviewFind } from "#domain/review/answers.ts";
import { decideFind } from "#domain/review/decide.server.ts";
import {
  hideParts,
  readReview,
  readReviewFind,
  requireReviewFind,
} from "#domain/review/read-review.server.ts";
import { getReviewPicture } from "#domain/review/scope.server.ts";
import {
  HiddenParts,
  PictureSize,
  ReviewDecision,
} from "#domain/review/schemas.ts";

/** Finds that wait for a decision: the admin's, or those of a daily mail with its key. */
export const review = {
  ...reviewer("GET /api/review", {
    summary:
      "The finds that wait, oldest first, with what helps to decide. The header Total-Count says how many there are",
    query: {
      uuid: described(
        ofOne("uuid"),
        "This find alone, whether or not it waits.",
      ),
    },
    gives: pageOf(ReviewFind),
    run: async ({ request, query, list: { limit, before }, scope }) => {
      if (query.uuid !== undefined) {
        const find = await readReviewFind(scope, query.uuid);
        return { items: find ? [find] : [], next: null };
      }
      const { finds, next, total } = await readReview(scope, { limit, before });
      const answer = page(request, { items: finds, next });
      answer.headers.set("Total-Count", String(total));
      return answer;
    },
  }),
  ...reviewer("GET /api/review/:uuid", {
    summary: "A find, whether or not it waits, with what helps to decide",
    gives: ReviewFind,
    run: ({ scope, params }) => requireReviewFind(scope, params.uuid),
  }),
  ...reviewer("POST /api/review/:uuid", {
    summary: "Decides on a find, or takes a decision back",
    says: "What the find is now.",
    versioned: true,
    takes: ReviewDecision,
    gives: ReviewDecided,
    run: ({ scope, params, body, isCurrent }) =>
      decideFind(scope, params.uuid, body, isCurrent),
  }),
  ...reviewer("PUT /api/review/:uuid/images/:imageName", {
    summary:
      "Says what is hidden in a picture of such a find. It is made anew before anybody sees it again",
    says: "The find.",
    versioned: true,
    takes: HiddenParts,
    gives: ReviewFind,
    run: ({ scope, params: { uuid, imageName }, body, isCurrent }) =>
      hideParts(scope, uuid, imageName, body.blurs, isCurrent),
  }),
  // The key is sent in a header, so that no log holds it.
  ...reviewer("GET /api/review/:uuid/images/:imageName", {
    summary: "A picture of such a find",
    query: { size: PictureSize },
    gives: file(["image/webp"]),
    run: ({ request, scope, params: { uuid, imageName }, query }) => {
      const path = getReviewPicture(scope, uuid, imageName, query.size);
      if (path === undefined)
        throw new DomainError("not_found", "There is no such picture.");
      return sendFile(request, { path, headers: {} });
    },
  }),
};
