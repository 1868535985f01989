import * as v from "valibot";
import { isAdmin, requireAdmin } from "#app/http/admin-session.server.ts";
import {
  admin,
  created,
  everyone,
  shown,
  started,
  trashed,
} from "#app/http/calls/call.ts";
import {
  originalFile,
  originalQuery,
  sendOriginal,
} from "#app/http/files/original.server.ts";
import { receiveUpload } from "#app/http/uploads/upload.server.ts";
import {
  addAlbum,
  changeAlbum,
  deleteAlbum,
  initAlbumFolder,
  listAdminAlbums,
  reorderAlbums,
  requireAlbum,
  requireAlbumNamed,
  showAlbum,
  swapAlbums,
} from "#domain/albums/admin-albums.server.ts";
import { listAlbums, listPhotos } from "#domain/albums/albums.server.ts";
import {
  AdminAlbum,
  Album,
  AlbumFolder,
  PhotosReceived,
  AdminPhoto,
  Photo,
} from "#domain/albums/answers.ts";
import {
  AlbumChange,
  AlbumSwap,
  NewAlbum,
  NewOrder,
  PHOTOS_MAX,
  PhotoChange,
  PhotoSwap,
} from "#domain/albums/schemas.ts";
import { described, ShowChange } from "#core/schemas.ts";
import { startAlbumSync } from "#domain/jobs/start-jobs.server.ts";
import { withIncoming } from "#domain/uploads/incoming.server.ts";
import {
  addPhotos,
  changePhoto,
  deletePhoto,
  listAdminPhotos,
  reorderPhotos,
  requirePhoto,
  requirePhotoOriginal,
  showPhoto,
  swapPhotos,
} from "#domain/albums/admin-photos.server.ts";

async function answerEither(
  request: Request,
  everything: () => unknown,
  shownOnly: () => unknown,
) {
  const all = await isAdmin(request);
  return Response.json(all ? everything() : shownOnly(), {
    headers: { Vary: "Cookie", "Cache-Control": all ? "no-store" : "no-cache" },
  });
}

export const albums = {
  ...everyone("GET /api/albums", {
    summary: "The shown albums; to the admin all, by their order",
    gives: v.union([v.array(Album), v.array(AdminAlbum)]),
    cache: { reads: ["albums"] },
    run: ({ request }) => answerEither(request, listAdminAlbums, listAlbums),
  }),
  ...admin("POST /api/albums", {
    summary: "Adds an album at the end",
    takes: NewAlbum,
    gives: created(AdminAlbum),
    run: ({ body }) => addAlbum(body),
  }),
  ...admin("POST /api/albums/sync", {
    summary: "Brings albums and photos in line with their folders",
    gives: started("The albums are being synced."),
    run: () => startAlbumSync(),
  }),
  ...admin("POST /api/albums/reorder", {
    summary: "Has two albums change places",
    says: "All albums in their new order.",
    takes: AlbumSwap,
    gives: v.array(AdminAlbum),
    run: ({ body }) => swapAlbums(body),
  }),
  ...admin("POST /api/albums/reorder-all", {
    summary: "Numbers all albums 1, 2, 3 …",
    says: "All albums in their new order.",
    takes: NewOrder,
    gives: v.array(AdminAlbum),
    run: ({ body }) => reorderAlbums(body.order),
  }),
  ...admin("GET /api/albums/:paKey", {
    summary: "One album, as the admin sees it",
    gives: AdminAlbum,
    run: ({ params }) => requireAlbum(params.paKey),
  }),
  ...admin("PUT /api/albums/:paKey", {
    summary: "Saves an album; its name stays",
    says: "The whole album.",
    versioned: true,
    takes: AlbumChange,
    gives: AdminAlbum,
    run: ({ params, body, isCurrent }) =>
      changeAlbum(params.paKey, body, isCurrent),
  }),
  ...admin("DELETE /api/albums/:paKey", {
    summary: "Deletes an album with its photos",
    gives: trashed,
    run: ({ params }) => deleteAlbum(params.paKey),
  }),
  ...admin("PATCH /api/albums/:paKey/show", {
    summary: "Shows or hides an album",
    takes: ShowChange,
    gives: shown,
    run: ({ params, body }) => showAlbum(params.paKey, body.show),
  }),
  ...admin("POST /api/albums/:albumName/init-folder", {
    summary: "Makes an album's folder, if there is none",
    gives: AlbumFolder,
    run: async ({ params }) => {
      await initAlbumFolder(params.albumName);
      return { name: params.albumName };
    },
  }),
  ...admin("POST /api/albums/:albumName/upload-images", {
    summary: "Adds pictures to an album, and starts its sync",
    says: "They are in the album's folder.",
    query: {
      sync: described(
        v.optional(v.picklist(["later"], "Enter later, or leave it out.")),
        "later: more images follow. The sync waits for them up to 50 seconds, or until it is started.",
      ),
    },
    takes: { self: { files: { field: "files", min: 1, max: PHOTOS_MAX } } },
    gives: created(PhotosReceived),
    run: ({ request, params, query }) =>
      withIncoming(async (id) => {
        const { files } = await receiveUpload(request, id, {
          fileField: "files",
          filesMax: PHOTOS_MAX,
          tooMany: `You can add up to ${PHOTOS_MAX} images at once.`,
          beforeFiles: () => void requireAlbumNamed(params.albumName),
        });
        // That may have taken minutes, and the session may have ended meanwhile.
        await requireAdmin(request);
        const isMoreComing = query.sync === "later";
        return addPhotos(id, params.albumName, files, isMoreComing);
      }),
  }),
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
  ...admin("GET /api/albums/photos/:pKey/original", {
    summary: "The original of a photo",
    query: originalQuery,
    gives: originalFile,
    run: ({ request, params, query }) =>
      sendOriginal(request, requirePhotoOriginal(params.pKey), query.as),
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
    run: ({ params, body }) => showPhoto(params.pKey, body.show),
  }),
};
