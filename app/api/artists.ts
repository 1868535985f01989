import * as v from "valibot";
import { call, created, trashed } from "#app/http/calls/call.ts";
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
  ...call("GET /api/users", {
    summary: "All artists, UNKNOWN first",
    access: "admin",
    query: sort,
    gives: v.array(User),
    run: ({ query }) => listArtists(query.sort),
  }),
  ...call("POST /api/users", {
    summary: "Adds an artist",
    access: "admin",
    takes: NewUser,
    gives: created(User),
    run: ({ body }) => addUser(body),
  }),
  ...call("PUT /api/users/:raKey", {
    summary: "Saves an artist",
    says: "The whole artist.",
    access: "admin",
    versioned: true,
    takes: UserChange,
    gives: User,
    run: ({ params, body, isCurrent }) =>
      changeUser(params.raKey, body, isCurrent),
  }),
  ...call("DELETE /api/users/:raKey", {
    summary: "Deletes an artist; the rocks stay",
    access: "admin",
    gives: trashed,
    run: ({ params }) => deleteUser(params.raKey),
  }),
};
