import * as v from "valibot";
import { ReviewDecided, ReviewFind } from "#domain/review/answers.ts";
import { PictureSize, ReviewDecision } from "#domain/review/schemas.ts";
import { ok, pages } from "./common.ts";
import type { Operations } from "./operation.ts";

/** Finds that wait for a decision: the admin's, or those of a daily mail with its key. */
export const reviewOperations: Operations = {
  "GET /api/review": {
    summary:
      "The finds that wait, oldest first, with what helps to decide. The header Total-Count says how many there are",
    access: "review",
    query: {
      ...pages,
      uuid: {
        schema: v.string(),
        description: "This find alone, whether or not it waits.",
      },
    },
    answers: ok(v.array(ReviewFind), "Finds."),
  },
  "POST /api/review/:uuid": {
    summary: "Decides on a find, or takes a decision back",
    access: "review",
    takesVersion: true,
    body: { json: ReviewDecision },
    answers: ok(ReviewDecided, "What the find is now."),
  },
  "GET /api/review/:uuid/images/:imageName": {
    summary: "A picture of such a find",
    access: "review",
    query: {
      size: {
        schema: PictureSize.entries.size,
        description: "sm fits 320×320, webp 2048×2048.",
      },
    },
    answers: {
      200: { description: "The picture.", types: ["image/webp"] },
    },
  },
};
