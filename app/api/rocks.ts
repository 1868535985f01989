import { SEARCH_MAX } from "#core/limits.ts";
import { messages } from "#core/messages.ts";
import { described, text } from "#core/schemas.ts";
import * as v from "valibot";
import { admin, created, listOf, trashed, sort } from "#app/http/calls/call.ts";
import {
  originalFile,
  originalQuery,
  sendOriginal,
} from "#app/http/files/original.server.ts";
import { Rock } from "#domain/rocks/answers.ts";
import {
  addRock,
  changeRock,
  deleteRock,
  listRocks,
  requireRockOf,
  requireRockOriginal,
} from "#domain/rocks/rocks.server.ts";
import { NewRock, RockChange, RockNumber } from "#domain/rocks/schemas.ts";
import { User } from "#domain/artists/answers.ts";
import {
  addUser,
  changeUser,
  deleteUser,
  listArtists,
} from "#domain/artists/artists.server.ts";
import { NewUser, UserChange } from "#domain/artists/schemas.ts";

export const rocks = {
  ...admin("GET /api/rocks", {
    summary: "All rocks of the catalogue, as the admin sees them",
    query: {
      ...sort,
      rock_number: v.pipe(
        v.optional(RockNumber),
        v.description("This rock alone."),
      ),
      q: described(
        v.optional(text("The search", SEARCH_MAX)),
        "Words and numbers. Each must occur in number, artists or comment, in any letter case and without regard to accents.",
      ),
    },
    gives: listOf(Rock),
    run: ({ list, query }) => listRocks({ ...list, ...query }),
  }),
  ...admin("GET /api/rocks/number/:rockNumber", {
    summary: "A rock of the catalogue, as the admin sees it",
    gives: Rock,
    run: ({ params }) => requireRockOf(params.rockNumber),
  }),
  ...admin("POST /api/rocks", {
    summary: "Adds a rock with its picture",
    takes: {
      form: NewRock,
      image: "needed",
      incomplete: messages.incompleteRock,
    },
    gives: created(Rock),
    run: ({ body, upload }) => addRock(upload.id, body, upload.image),
  }),
  ...admin("GET /api/rocks/:rcKey/original", {
    summary: "The original of a rock's picture",
    query: originalQuery,
    gives: originalFile,
    run: ({ request, params, query }) =>
      sendOriginal(request, requireRockOriginal(params.rcKey), query.as),
  }),
  ...admin("PUT /api/rocks/:rcKey", {
    summary: "Saves a rock, with a new picture if one is sent",
    says: "The whole rock.",
    versioned: true,
    takes: { form: RockChange, image: "optional" },
    gives: Rock,
    run: ({ params, body, upload: { id, image }, isCurrent }) =>
      changeRock(id, params.rcKey, body, image, isCurrent),
  }),
  ...admin("DELETE /api/rocks/:rcKey", {
    summary: "Deletes a rock with its picture; its finds stay",
    gives: trashed,
    run: ({ params }) => deleteRock(params.rcKey),
  }),
  ...admin("GET /api/users", {
    summary: "All artists, UNKNOWN first",
    query: sort,
    gives: v.array(User),
    run: ({ query }) => listArtists(query.sort),
  }),
  ...admin("POST /api/users", {
    summary: "Adds an artist",
    takes: NewUser,
    gives: created(User),
    run: ({ body }) => addUser(body),
  }),
  ...admin("PUT /api/users/:raKey", {
    summary: "Saves an artist",
    says: "The whole artist.",
    versioned: true,
    takes: UserChange,
    gives: User,
    run: ({ params, body, isCurrent }) =>
      changeUser(params.raKey, body, isCurrent),
  }),
  ...admin("DELETE /api/users/:raKey", {
    summary: "Deletes an artist; the rocks stay",
    gives: trashed,
    run: ({ params }) => deleteUser(params.raKey),
  }),
};
