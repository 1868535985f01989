import {
  admin,
  api,
  deleted,
  readJson,
  requireKey,
} from "#app/http/api.server.ts";
import { withEtag, readIfMatch } from "#app/http/cache/etag.server.ts";
import { changeFind } from "#domain/finds/admin/change-find.server.ts";
import { deleteFind } from "#domain/finds/admin/delete-find.server.ts";
import { FindChange } from "#domain/finds/schemas.ts";

export const loader = api({
  PUT: admin(async ({ request, params }) => {
    const key = requireKey(params.rpsKey);
    const change = await readJson(request, FindChange);
    return withEtag(await changeFind(key, change, readIfMatch(request)));
  }),
  DELETE: admin(async ({ params }) =>
    deleted(await deleteFind(requireKey(params.rpsKey))),
  ),
});

export const action = loader;
