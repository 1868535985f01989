import * as v from "valibot";
import { User } from "#domain/artists/answers.ts";
import { Rock } from "#domain/rocks/answers.ts";
import { UserFields } from "#domain/artists/schemas.ts";
import { NewRock, RockChange, RockNumber } from "#domain/rocks/schemas.ts";
import { created, ok, oneImage, pages, sort, trashed } from "./common.ts";
import type { Operations } from "./operation.ts";

/** The catalogue, and the users who are its artists. */
export const rockOperations: Operations = {
  "GET /api/rocks": {
    summary: "All rocks of the catalogue, as the admin sees them",
    access: "admin",
    query: {
      ...pages,
      ...sort,
      rock_number: { schema: RockNumber, description: "This rock alone." },
    },
    answers: ok(v.array(Rock), "Rocks."),
  },
  "POST /api/rocks": {
    summary: "Adds a rock with its picture",
    access: "admin",
    body: { form: NewRock, files: oneImage },
    answers: created(Rock, "The whole rock."),
  },
  "PUT /api/rocks/:rcKey": {
    summary: "Saves a rock, with a new picture where one is sent",
    access: "admin",
    takesVersion: true,
    body: { form: RockChange, files: { ...oneImage, min: 0 } },
    answers: ok(Rock, "The whole rock."),
  },
  "DELETE /api/rocks/:rcKey": {
    summary: "Deletes a rock with its picture; its finds stay",
    access: "admin",
    answers: trashed,
  },

  "GET /api/users": {
    summary: "All artists, UNKNOWN first",
    access: "admin",
    query: sort,
    answers: ok(v.array(User), "Artists."),
  },
  "POST /api/users": {
    summary: "Adds an artist",
    access: "admin",
    body: { json: UserFields },
    answers: created(User, "The whole artist."),
  },
  "PUT /api/users/:raKey": {
    summary: "Saves an artist",
    access: "admin",
    takesVersion: true,
    body: { json: UserFields },
    answers: ok(User, "The whole artist."),
  },
  "DELETE /api/users/:raKey": {
    summary: "Deletes an artist; the rocks stay",
    access: "admin",
    answers: trashed,
  },
};
