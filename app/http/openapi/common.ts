import * as v from "valibot";
import { Shown } from "#domain/core/answers.ts";
import { JobStarted } from "#domain/jobs/answers.ts";
import { PAGE_MAX } from "#domain/core/schemas.ts";
import type { Answer, FormBody, Operation } from "./operation.ts";

/** What operations of several subjects share. */

export const ok = (json: v.GenericSchema, description: string) => ({
  200: { description, json },
});
export const created = (json: v.GenericSchema, description: string) => ({
  201: { description, json },
});
export const started: Record<number, Answer> = {
  202: { description: "It was begun.", json: JobStarted },
};
export const gone: Record<number, Answer> = {
  204: { description: "It is gone." },
};
export const trashed: Record<number, Answer> = {
  204: {
    description:
      "It is in the trash, under the key in the header Trash-Key; without that header it is gone.",
  },
};
export const shown = ok(Shown, "What it is now.");

export const oneImage: FormBody["files"] = { field: "image", min: 1, max: 1 };

export const sort: Operation["query"] = {
  sort: { schema: v.string(), description: "A field, or -field." },
};
export const pages: Operation["query"] = {
  limit: {
    schema: v.pipe(
      v.number(),
      v.integer(),
      v.minValue(1),
      v.maxValue(PAGE_MAX),
    ),
    description: "How many at most.",
  },
  before: {
    schema: v.string(),
    description: "The cursor that the last page's Link header names.",
  },
};
