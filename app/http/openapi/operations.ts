import * as v from "valibot";
import * as answers from "#domain/answers.ts";
import {
  CreateImages,
  JourneyChange,
  NewFind,
  PAGE_MAX,
  RockCount,
  ShowChange,
} from "#domain/schemas.ts";
import type { Answer, Operation } from "./operation.ts";

/**
 * Every method of every address of the API, by the route table's own paths. A test holds the two against each
 * other, and every answer in the tests against what is said here.
 */

const ok = (json: v.GenericSchema, description: string) => ({
  200: { description, json },
});
const started: Record<number, Answer> = {
  202: { description: "It was begun.", json: answers.JobStarted },
};
const gone: Record<number, Answer> = { 204: { description: "It is gone." } };

const pages: Operation["query"] = {
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
const sorted: Operation["query"] = {
  ...pages,
  sort: { schema: v.string(), description: "A field, or -field." },
};

export const operations: Record<string, Operation> = {
  "POST /api/upload-rock": {
    summary: "Sends a find, with its pictures",
    access: "everyone",
    body: { form: NewFind, files: "images" },
    answers: {
      200: {
        description: "This submission had been taken already.",
        json: answers.FindReceipt,
      },
      201: { description: "It is taken.", json: answers.FindReceipt },
    },
  },
  "POST /api/rock-count": {
    summary: "Counts a visit to a page",
    access: "everyone",
    body: { json: RockCount },
    answers: { 204: { description: "It is counted." } },
  },
  "GET /api/ip": {
    summary: "The caller's own address",
    access: "everyone",
    answers: ok(answers.Address, "The address."),
  },

  "GET /api/rock-posts": {
    summary: "All shown finds, newest first",
    access: "everyone",
    query: pages,
    answers: ok(v.array(answers.RockPost), "Finds."),
  },
  "GET /api/rock-posts/:rockNumber": {
    summary: "The shown finds of one rock, newest first",
    access: "everyone",
    answers: ok(v.array(answers.RockPost), "Finds; none for an unknown rock."),
  },
  "GET /api/rock-posts/locations/all": {
    summary: "Where each rock was found last",
    access: "everyone",
    answers: ok(v.array(answers.RockPin), "One place a rock."),
  },
  "GET /api/rock-posts/totals": {
    summary: "How many rocks there are, and were found",
    access: "everyone",
    answers: ok(answers.RockTotals, "Sums."),
  },
  "GET /api/rock-posts/allrocks": {
    summary: "The whole catalogue, by number",
    access: "everyone",
    answers: ok(v.array(answers.CatalogueItem), "Rocks."),
  },

  "GET /api/albums": {
    summary: "The shown albums; to the admin all, by their order",
    access: "everyone",
    answers: ok(v.array(answers.Album), "Albums."),
  },
  "GET /api/albums/:paKey/photos": {
    summary: "An album's shown photos; to the admin all, by their order",
    access: "everyone",
    answers: ok(v.array(answers.Photo), "Photos."),
  },
  "POST /api/albums/sync": {
    summary: "Brings albums and photos in line with their folders",
    access: "admin",
    answers: started,
  },

  "GET /api/journey-admin": {
    summary: "All finds, as the admin sees them",
    access: "admin",
    query: sorted,
    answers: ok(v.array(answers.JourneyPost), "Finds."),
  },
  "PUT /api/journey-admin/:rpsKey": {
    summary: "Saves a find; with If-Match only one that nobody has changed",
    access: "admin",
    body: { json: JourneyChange },
    answers: ok(answers.JourneyPost, "The whole find."),
  },
  "DELETE /api/journey-admin/:rpsKey": {
    summary: "Deletes a find with its pictures",
    access: "admin",
    answers: gone,
  },
  "GET /api/journey-admin/:rpsKey/images": {
    summary: "A find's pictures",
    access: "admin",
    answers: ok(v.array(answers.JourneyImage), "Pictures."),
  },
  "POST /api/journey-admin/:rpsKey/toggle-show": {
    summary: "Shows or hides a find",
    access: "admin",
    body: { json: ShowChange },
    answers: ok(answers.Shown, "What it is now."),
  },
  "DELETE /api/journey-admin/images/:rpiKey": {
    summary: "Deletes one picture of a find",
    access: "admin",
    answers: gone,
  },
  "POST /api/journey-admin/images/:rpiKey/toggle-show": {
    summary: "Shows or hides one picture of a find",
    access: "admin",
    body: { json: ShowChange },
    answers: ok(answers.Shown, "What it is now."),
  },

  "POST /api/create-images": {
    summary: "Makes the smaller versions of the originals below a folder",
    access: "admin",
    body: { json: CreateImages },
    answers: started,
  },
  "GET /api/jobs": {
    summary: "The newest jobs",
    access: "admin",
    answers: ok(v.array(answers.Job), "Jobs."),
  },
  "GET /api/jobs/:jobId": {
    summary: "One job, with the pictures that it gave up",
    access: "admin",
    answers: ok(answers.JobWithFailures, "The job."),
  },
  "DELETE /api/jobs/:jobId": {
    summary: "Ends a job before its time",
    access: "admin",
    answers: gone,
  },
  "GET /api/jobs/:jobId/events": {
    summary: "One job as server-sent events: at each change, until its end",
    access: "admin",
    answers: {
      200: {
        description: "Events, whose data are the job.",
        type: "text/event-stream",
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
      ...ok(answers.Health, "It does, or only the queue does not answer."),
      503: {
        description: "Database or store can't be written.",
        json: answers.Health,
      },
    },
  },
};
