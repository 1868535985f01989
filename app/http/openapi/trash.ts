import * as v from "valibot";
import { Restored, Trashed } from "#domain/trash/answers.ts";
import { TrashKindChoice } from "#domain/trash/schemas.ts";
import { gone, ok, pages } from "./common.ts";
import type { Operations } from "./operation.ts";

/** What was deleted and can be brought back. */
export const trashOperations: Operations = {
  "GET /api/trash": {
    summary: "What is in the trash, newest first",
    access: "admin",
    query: {
      ...pages,
      kind: { schema: TrashKindChoice, description: "Only this kind." },
    },
    answers: ok(v.array(Trashed), "Deleted things."),
  },
  "DELETE /api/trash/:trashKey": {
    summary: "Removes a thing from the trash for good",
    access: "admin",
    answers: gone,
  },
  "POST /api/trash/:trashKey/restore": {
    summary: "Brings a thing back as it was",
    access: "admin",
    answers: ok(Restored, "What was restored, under the key that it had."),
  },
  "GET /api/trash/:trashKey/picture": {
    summary: "A small picture of a thing in the trash",
    access: "admin",
    answers: {
      200: { description: "The picture.", types: ["image/webp"] },
      206: { description: "A part of it.", types: ["image/webp"] },
    },
  },
};
