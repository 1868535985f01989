import * as v from "valibot";
import {
  admin,
  created,
  listOf,
  partsOf,
  shown,
  trashed,
  sort,
} from "#app/http/calls/call.ts";
import {
  originalFile,
  originalQuery,
  sendOriginal,
} from "#app/http/files/original.server.ts";
import { described, ofOne, ShowChange } from "#core/schemas.ts";
import {
  changeFind,
  showFind,
} from "#domain/finds/admin/change-find.server.ts";
import { deleteFind } from "#domain/finds/trashed-finds.server.ts";
import {
  addImage,
  changeImage,
  deleteImage,
  showImage,
} from "#domain/finds/admin/change-images.server.ts";
import {
  listFinds,
  listImagesOfFind,
  requireFind,
  requireFindOf,
  requireOriginal,
} from "#domain/finds/admin/read-finds.server.ts";
import { AdminFind, FindImage, HistoryEntry } from "#domain/finds/answers.ts";
import { FindChange, findFilter, ImageChange } from "#domain/finds/schemas.ts";
import { listHistory } from "#domain/finds/history.server.ts";

export const journeys = {
  ...admin("GET /api/journey-admin", {
    summary: "All finds, as the admin sees them",
    query: {
      ...sort,
      uuid: described(ofOne("uuid"), "This find alone."),
      ...findFilter,
    },
    gives: listOf(AdminFind),
    run: ({ list, query }) => listFinds({ ...list, ...query }),
  }),
  ...admin("GET /api/journey-admin/uuid/:uuid", {
    summary: "A find, as the admin sees it",
    gives: AdminFind,
    run: ({ params }) => requireFindOf(params.uuid),
  }),
  ...admin("PUT /api/journey-admin/:rpsKey", {
    summary: "Saves a find",
    says: "The whole find.",
    versioned: true,
    takes: FindChange,
    gives: AdminFind,
    run: ({ params, body, isCurrent }) =>
      changeFind(params.rpsKey, body, isCurrent),
  }),
  ...admin("DELETE /api/journey-admin/:rpsKey", {
    summary: "Deletes a find with its pictures",
    gives: trashed,
    run: ({ params }) => deleteFind(params.rpsKey),
  }),
  ...admin("POST /api/journey-admin/:rpsKey/toggle-show", {
    summary: "Shows or hides a find",
    versioned: true,
    takes: ShowChange,
    gives: shown,
    run: ({ params, body, isCurrent }) =>
      showFind(params.rpsKey, body.show, isCurrent),
  }),
  ...admin("GET /api/journey-admin/:rpsKey/history", {
    summary: "Who did what to a find, and when",
    says: "What was done, newest first.",
    gives: v.array(HistoryEntry),
    run: ({ params }) => listHistory(requireFind(params.rpsKey).rps_key),
  }),
  ...admin("GET /api/journey-admin/:rpsKey/images", {
    summary: "A find's pictures",
    gives: partsOf(FindImage),
    run: ({ params: { rpsKey } }) => ({
      version: requireFind(rpsKey).version,
      items: listImagesOfFind(rpsKey),
    }),
  }),
  ...admin("GET /api/journey-admin/:rpsKey/images/:imageName/original", {
    summary: "The original of a find's picture",
    query: originalQuery,
    gives: originalFile,
    run: ({ request, params: { rpsKey, imageName }, query }) =>
      sendOriginal(request, requireOriginal(rpsKey, imageName), query.as),
  }),
  ...admin("POST /api/journey-admin/:rpsKey/images", {
    summary: "Adds a picture to a find",
    says: "The picture, not made ready yet.",
    takes: { image: "needed" },
    gives: created(FindImage),
    run: ({ params, upload: { id, image } }) =>
      addImage(id, params.rpsKey, image),
  }),
  ...admin("PUT /api/journey-admin/images/:rpiKey", {
    summary: "Says what one picture of a find shows, and what is hidden in it",
    says: "The picture.",
    versioned: true,
    takes: ImageChange,
    gives: FindImage,
    run: ({ params, body, isCurrent }) =>
      changeImage(params.rpiKey, body, isCurrent),
  }),
  ...admin("DELETE /api/journey-admin/images/:rpiKey", {
    summary: "Deletes one picture of a find",
    gives: trashed,
    run: ({ params }) => deleteImage(params.rpiKey),
  }),
  ...admin("POST /api/journey-admin/images/:rpiKey/toggle-show", {
    summary: "Shows or hides one picture of a find",
    takes: ShowChange,
    gives: shown,
    run: ({ params, body }) => ({
      show: showImage(params.rpiKey, body.show),
    }),
  }),
};
