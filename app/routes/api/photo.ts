import {
  admin,
  api,
  deleted,
  readJson,
  requireKey,
} from "#app/http/api.server.ts";
import { readIfMatch, withEtag } from "#app/http/cache/etag.server.ts";
import {
  changePhoto,
  deletePhoto,
  requirePhoto,
} from "#domain/albums/admin-photos.server.ts";
import { PhotoChange } from "#domain/albums/schemas.ts";

export const loader = api({
  GET: admin(({ params }) => withEtag(requirePhoto(requireKey(params.pKey)))),
  PUT: admin(async ({ request, params }) => {
    const key = requireKey(params.pKey);
    const change = await readJson(request, PhotoChange);
    return withEtag(changePhoto(key, change, readIfMatch(request)));
  }),
  DELETE: admin(async ({ params }) =>
    deleted(await deletePhoto(requireKey(params.pKey))),
  ),
});

export const action = loader;
