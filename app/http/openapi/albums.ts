import * as v from "valibot";
import {
  AdminAlbum,
  AdminPhoto,
  Album,
  AlbumFolder,
  Photo,
  PhotosReceived,
} from "#domain/albums/answers.ts";
import {
  AlbumChange,
  AlbumSwap,
  NewAlbum,
  NewOrder,
  PhotoChange,
  PHOTOS_MAX,
  PhotoSwap,
} from "#domain/albums/schemas.ts";
import { ShowChange } from "#domain/core/schemas.ts";
import { created, ok, shown, started, trashed } from "./common.ts";
import type { Operations } from "./operation.ts";

const albumsInOrder = ok(v.array(AdminAlbum), "All albums in their new order.");
const photosInOrder = ok(
  v.array(AdminPhoto),
  "The album's photos in their new order.",
);

export const albumOperations: Operations = {
  "GET /api/albums": {
    summary: "The shown albums; to the admin all, by their order",
    access: "everyone",
    answers: ok(v.union([v.array(Album), v.array(AdminAlbum)]), "Albums."),
  },
  "POST /api/albums": {
    summary: "Adds an album at the end",
    access: "admin",
    body: { json: NewAlbum },
    answers: created(AdminAlbum, "The whole album."),
  },
  "POST /api/albums/sync": {
    summary: "Brings albums and photos in line with their folders",
    access: "admin",
    answers: started,
  },
  "POST /api/albums/reorder": {
    summary: "Has two albums change places",
    access: "admin",
    body: { json: AlbumSwap },
    answers: albumsInOrder,
  },
  "POST /api/albums/reorder-all": {
    summary: "Numbers all albums 1, 2, 3 …",
    access: "admin",
    body: { json: NewOrder },
    answers: albumsInOrder,
  },
  "GET /api/albums/:paKey": {
    summary: "One album, as the admin sees it",
    access: "admin",
    answers: ok(AdminAlbum, "The album."),
  },
  "PUT /api/albums/:paKey": {
    summary: "Saves an album; its name stays",
    access: "admin",
    takesVersion: true,
    body: { json: AlbumChange },
    answers: ok(AdminAlbum, "The whole album."),
  },
  "DELETE /api/albums/:paKey": {
    summary: "Deletes an album with its photos",
    access: "admin",
    answers: trashed,
  },
  "PATCH /api/albums/:paKey/show": {
    summary: "Shows or hides an album",
    access: "admin",
    body: { json: ShowChange },
    answers: shown,
  },
  "POST /api/albums/:albumName/init-folder": {
    summary: "Makes an album's folder, where there is none",
    access: "admin",
    answers: ok(AlbumFolder, "The folder's name."),
  },
  "POST /api/albums/:albumName/upload-images": {
    summary: "Adds pictures to an album, and starts its sync",
    access: "admin",
    body: { files: { field: "files", min: 1, max: PHOTOS_MAX } },
    answers: created(PhotosReceived, "They are in the album's folder."),
  },

  "GET /api/albums/:paKey/photos": {
    summary: "An album's shown photos; to the admin all, by their order",
    access: "everyone",
    answers: ok(v.union([v.array(Photo), v.array(AdminPhoto)]), "Photos."),
  },
  "POST /api/albums/:paKey/photos/swap": {
    summary: "Has two photos of an album change places",
    access: "admin",
    body: { json: PhotoSwap },
    answers: photosInOrder,
  },
  "POST /api/albums/:paKey/photos/reorder-all": {
    summary: "Numbers an album's photos 1, 2, 3 …",
    access: "admin",
    body: { json: NewOrder },
    answers: photosInOrder,
  },
  "GET /api/albums/photos/:pKey": {
    summary: "One photo, as the admin sees it",
    access: "admin",
    answers: ok(AdminPhoto, "The photo."),
  },
  "PUT /api/albums/photos/:pKey": {
    summary: "Saves what is said of a photo",
    access: "admin",
    takesVersion: true,
    body: { json: PhotoChange },
    answers: ok(AdminPhoto, "The whole photo."),
  },
  "DELETE /api/albums/photos/:pKey": {
    summary: "Deletes a photo with its files",
    access: "admin",
    answers: trashed,
  },
  "POST /api/albums/photos/:pKey/toggle-show": {
    summary: "Shows or hides a photo",
    access: "admin",
    body: { json: ShowChange },
    answers: shown,
  },
};
