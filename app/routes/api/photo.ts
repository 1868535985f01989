import {
  admin,
  api,
  noContent,
  readJson,
  requireKey,
} from "#app/http/api.server.ts";
import { currentFor, withEtag } from "#app/http/cache/etag.server.ts";
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
    return withEtag(changePhoto(key, change, currentFor(request)));
  }),
  DELETE: admin(async ({ params }) => {
    await deletePhoto(requireKey(params.pKey));
    return noContent();
  }),
});

export const action = loader;
