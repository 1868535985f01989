import {
  admin,
  api,
  noContent,
  readJson,
  requireKey,
} from "#app/http/api.server.ts";
import { currentFor, withEtag } from "#app/http/cache/etag.server.ts";
import { changeFind, deleteFind } from "#domain/finds/admin-finds.server.ts";
import { JourneyChange } from "#domain/finds/schemas.ts";

export const loader = api({
  PUT: admin(async ({ request, params }) => {
    const key = requireKey(params.rpsKey);
    const change = await readJson(request, JourneyChange);
    return withEtag(await changeFind(key, change, currentFor(request)));
  }),
  DELETE: admin(async ({ params }) => {
    await deleteFind(requireKey(params.rpsKey));
    return noContent();
  }),
});

export const action = loader;
