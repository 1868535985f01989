import * as v from "valibot";
import { admin, everyone, shown, trashed } from "#app/http/calls/call.ts";
import {
  changePhoto,
  deletePhoto,
  listAdminPhotos,
  reorderPhotos,
  requirePhoto,
  showPhoto,
  swapPhotos,
} from "#domain/albums/admin-photos.server.ts";
import { listPhotos } from "#domain/albums/albums.server.ts";
import { AdminPhoto, Photo } from "#domain/albums/answers.ts";
import { NewOrder, PhotoChange, PhotoSwap } from "#domain/albums/schemas.ts";
import { ShowChange } from "#core/schemas.ts";
import { answerEither } from "./albums.ts";

/** The photos of an album. */
export const photos = {
  ...everyone("GET /api/albums/:paKey/photos", {
    summary: "An album's shown photos; to the admin all, by their order",
    gives: v.union([v.array(Photo), v.array(AdminPhoto)]),
    cache: { reads: ["albums"] },
    run: ({ request, params: { paKey } }) =>
      answerEither(
        request,
        () => listAdminPhotos(paKey),
        () => listPhotos(paKey),
      ),
  }),
  ...admin("POST /api/albums/:paKey/photos/swap", {
    summary: "Has two photos of an album change places",
    says: "The album's photos in their new order.",
    takes: PhotoSwap,
    gives: v.array(AdminPhoto),
    run: ({ params, body }) => swapPhotos(params.paKey, body),
  }),
  ...admin("POST /api/albums/:paKey/photos/reorder-all", {
    summary: "Numbers an album's photos 1, 2, 3 …",
    says: "The album's photos in their new order.",
    takes: NewOrder,
    gives: v.array(AdminPhoto),
    run: ({ params, body }) => reorderPhotos(params.paKey, body.order),
  }),
  ...admin("GET /api/albums/photos/:pKey", {
    summary: "One photo, as the admin sees it",
    gives: AdminPhoto,
    run: ({ params }) => requirePhoto(params.pKey),
  }),
  ...admin("PUT /api/albums/photos/:pKey", {
    summary: "Saves what is said of a photo",
    says: "The whole photo.",
    versioned: true,
    takes: PhotoChange,
    gives: AdminPhoto,
    run: ({ params, body, isCurrent }) =>
      changePhoto(params.pKey, body, isCurrent),
  }),
  ...admin("DELETE /api/albums/photos/:pKey", {
    summary: "Deletes a photo with its files",
    gives: trashed,
    run: ({ params }) => deletePhoto(params.pKey),
  }),
  ...admin("POST /api/albums/photos/:pKey/toggle-show", {
    summary: "Shows or hides a photo",
    takes: ShowChange,
    gives: shown,
    run: ({ params, body }) => {
      showPhoto(params.pKey, body.show);
      return requirePhoto(params.pKey);
    },
  }),
};
