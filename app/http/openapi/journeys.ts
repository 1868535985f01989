import * as v from "valibot";
import { FindImage, AdminFind } from "#domain/finds/answers.ts";
import { HistoryEntry } from "#domain/history/answers.ts";
import { ShowChange } from "#domain/core/schemas.ts";
import { FindChange } from "#domain/finds/schemas.ts";
import {
  created,
  ok,
  oneImage,
  pages,
  shown,
  sort,
  trashed,
} from "./common.ts";
import type { Operations } from "./operation.ts";

/** Finds, as the admin works on them. */
export const journeyOperations: Operations = {
  "GET /api/journey-admin": {
    summary: "All finds, as the admin sees them",
    access: "admin",
    query: {
      ...pages,
      ...sort,
      uuid: { schema: v.string(), description: "This find alone." },
    },
    answers: ok(v.array(AdminFind), "Finds."),
  },
  "PUT /api/journey-admin/:rpsKey": {
    summary: "Saves a find",
    access: "admin",
    takesVersion: true,
    body: { json: FindChange },
    answers: ok(AdminFind, "The whole find."),
  },
  "DELETE /api/journey-admin/:rpsKey": {
    summary: "Deletes a find with its pictures",
    access: "admin",
    answers: trashed,
  },
  "POST /api/journey-admin/:rpsKey/toggle-show": {
    summary: "Shows or hides a find",
    access: "admin",
    body: { json: ShowChange },
    answers: shown,
  },
  "GET /api/journey-admin/:rpsKey/history": {
    summary: "Who did what to a find, and when",
    access: "admin",
    answers: ok(v.array(HistoryEntry), "What was done, newest first."),
  },
  "GET /api/journey-admin/:rpsKey/images": {
    summary: "A find's pictures",
    access: "admin",
    answers: ok(v.array(FindImage), "Pictures."),
  },
  "POST /api/journey-admin/:rpsKey/images": {
    summary: "Adds a picture to a find",
    access: "admin",
    body: { files: oneImage },
    answers: created(FindImage, "The picture, not made ready yet."),
  },
  "DELETE /api/journey-admin/images/:rpiKey": {
    summary: "Deletes one picture of a find",
    access: "admin",
    answers: trashed,
  },
  "POST /api/journey-admin/images/:rpiKey/toggle-show": {
    summary: "Shows or hides one picture of a find",
    access: "admin",
    body: { json: ShowChange },
    answers: shown,
  },
};
