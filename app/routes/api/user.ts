import {
  admin,
  api,
  noContent,
  readJson,
  requireKey,
} from "#app/http/api.server.ts";
import { currentFor, withEtag } from "#app/http/cache/etag.server.ts";
import { UserFields } from "#domain/artists/schemas.ts";
import { changeUser, deleteUser } from "#domain/artists/artists.server.ts";

export const loader = api({
  PUT: admin(async ({ request, params }) => {
    const key = requireKey(params.raKey);
    const fields = await readJson(request, UserFields);
    return withEtag(changeUser(key, fields, currentFor(request)));
  }),
  DELETE: admin(({ params }) => {
    deleteUser(requireKey(params.raKey));
    return noContent();
  }),
});

export const action = loader;
