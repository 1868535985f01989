import {
  admin,
  api,
  deleted,
  readJson,
  requireKey,
} from "#app/http/api.server.ts";
import { readIfMatch, withEtag } from "#app/http/cache/etag.server.ts";
import { UserFields } from "#domain/artists/schemas.ts";
import { changeUser, deleteUser } from "#domain/artists/artists.server.ts";

export const loader = api({
  PUT: admin(async ({ request, params }) => {
    const key = requireKey(params.raKey);
    const fields = await readJson(request, UserFields);
    return withEtag(changeUser(key, fields, readIfMatch(request)));
  }),
  DELETE: admin(({ params }) => deleted(deleteUser(requireKey(params.raKey)))),
});

export const action = loader;
