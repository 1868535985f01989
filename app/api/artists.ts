import * as v from "valibot";
import { admin, created, trashed } from "#app/http/calls/call.ts";
import { User } from "#domain/artists/answers.ts";
import {
  addUser,
  changeUser,
  deleteUser,
  listArtists,
} from "#domain/artists/artists.server.ts";
import { NewUser, UserChange } from "#domain/artists/schemas.ts";
import { sort } from "./queries.ts";

/** The users who are artists of rocks. */
export const artists = {
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
