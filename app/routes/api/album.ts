import {
  admin,
  api,
  deleted,
  readJson,
  requireKey,
} from "#app/http/api.server.ts";
import { readIfMatch, withEtag } from "#app/http/cache/etag.server.ts";
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
    return withEtag(changeAlbum(key, change, readIfMatch(request)));
  }),
  DELETE: admin(async ({ params }) =>
    deleted(await deleteAlbum(requireKey(params.paKey))),
  ),
});

export const action = loader;
