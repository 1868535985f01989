import {
  admin,
  api,
  noContent,
  readJson,
  requireKey,
} from "#app/http/api.server.ts";
import { currentFor, withEtag } from "#app/http/cache/etag.server.ts";
import {
  changeAlbum,
  deleteAlbum,
  requireAlbum,
} from "#domain/albums/admin-albums.server.ts";
import { AlbumChange } from "#domain/albums/schemas.ts";

export const loader = api({
  GET: admin(({ params }) => withEtag(requireAlbum(requireKey(params.paKey)))),
  PUT: admin(async ({ request, params }) => {
    const key = requireKey(params.paKey);
    const change = await readJson(request, AlbumChange);
    return withEtag(changeAlbum(key, change, currentFor(request)));
  }),
  DELETE: admin(async ({ params }) => {
    await deleteAlbum(requireKey(params.paKey));
    return noContent();
  }),
});

export const action = loader;
