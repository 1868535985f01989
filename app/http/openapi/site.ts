import * as v from "valibot";
import { Health } from "#domain/operations/answers.ts";
import {
  RenderedText,
  SitePicture,
  SiteTextsDraft,
} from "#domain/site/answers.ts";
import { MarkdownText, SiteTextsChange } from "#domain/site/schemas.ts";
import { NewKeepsake } from "#domain/jobs/schemas.ts";
import { gone, ok, oneImage, started } from "./common.ts";
import type { Operations } from "./operation.ts";

/** The site's own texts and pictures, and what is told of the site as a whole. */
export const siteOperations: Operations = {
  "GET /api/site-texts": {
    summary: "The site's own texts",
    access: "admin",
    answers: ok(SiteTextsDraft, "All texts."),
  },
  "PUT /api/site-texts": {
    summary:
      "Saves any of the site's texts; null takes one back to its default",
    access: "admin",
    takesVersion: true,
    body: { json: SiteTextsChange },
    answers: ok(SiteTextsDraft, "All texts."),
  },
  "POST /api/site-texts/preview": {
    summary: "How a text in Markdown will look",
    access: "admin",
    body: { json: MarkdownText },
    answers: ok(RenderedText, "The text as its page has it."),
  },
  "GET /api/site-pictures": {
    summary: "The pictures that may be replaced",
    access: "admin",
    answers: ok(v.array(SitePicture), "Pictures."),
  },
  "PUT /api/site-pictures/:name": {
    summary: "Puts a picture in place of the one that ships",
    access: "admin",
    body: { files: oneImage },
    answers: started,
  },
  "DELETE /api/site-pictures/:name": {
    summary: "Goes back to the picture that ships",
    access: "admin",
    answers: gone,
  },
  "POST /api/mail-test": {
    summary: "Sends a mail to the receivers of the daily mail, to try it",
    access: "admin",
    answers: { 204: { description: "The mail server took it." } },
  },
  "POST /api/keepsake": {
    summary:
      "Packs the site into a zip of plain files: what is public, or everything for the family, which asks for the password again",
    access: "admin",
    body: { json: NewKeepsake },
    answers: started,
  },
  "GET /api/keepsake/:file": {
    summary:
      "The newest keepsake: public.zip, or private.zip, which asks for the password again",
    access: "admin",
    answers: {
      200: { description: "The zip.", types: ["application/zip"] },
      206: { description: "A range of it.", types: ["application/zip"] },
    },
  },
  "GET /api/export/:file": {
    summary:
      "Rocks, journeys or what was done to them as a file, for a table program or a map; all but the rocks ask for the password again",
    access: "admin",
    answers: {
      200: {
        description: "All of them, with where they are.",
        types: ["text/csv", "application/geo+json"],
      },
    },
  },

  "GET /api/openapi.json": {
    summary: "This description",
    access: "everyone",
    answers: ok(v.looseObject({ openapi: v.string() }), "OpenAPI 3.1."),
  },
  "GET /healthz": {
    summary: "Whether the site works",
    access: "everyone",
    answers: {
      ...ok(Health, "It does, or only the queue does not answer."),
      503: {
        description: "Database or store can't be written.",
        json: Health,
      },
    },
  },
};
