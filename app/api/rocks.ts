import * as v from "valibot";
import { admin, created, listOf, trashed } from "#app/http/calls/call.ts";
import { Rock } from "#domain/rocks/answers.ts";
import {
  addRock,
  changeRock,
  deleteRock,
  listRocks,
} from "#domain/rocks/rocks.server.ts";
import { NewRock, RockChange, RockNumber } from "#domain/rocks/schemas.ts";
import { sort } from "./queries.ts";

/** The catalogue. */
export const rocks = {
  ...admin("GET /api/rocks", {
    summary: "All rocks of the catalogue, as the admin sees them",
    query: {
      ...sort,
      rock_number: {
        schema: v.optional(RockNumber),
        description: "This rock alone.",
      },
    },
    gives: listOf(Rock),
    run: ({ list, query }) => {
      const { rocks: items, next } = listRocks({ ...list, ...query });
      return { items, next };
    },
  }),
  ...admin("POST /api/rocks", {
    summary: "Adds a rock with its picture",
    takes: { form: NewRock, image: "needed" },
    gives: created(Rock),
    run: ({ body, upload }) => addRock(upload.id, body, upload.image),
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
};
