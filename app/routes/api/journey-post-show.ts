import { admin, api, readJson, requireKey } from "#app/http/api.server.ts";
import { shownWithEtag } from "#app/http/cache/etag.server.ts";
import { showFind } from "#domain/finds/admin/change-find.server.ts";
import { requireFind } from "#domain/finds/admin/read-finds.server.ts";
import { ShowChange } from "#domain/core/schemas.ts";

export const loader = api({
  POST: admin(async ({ request, params }) => {
    const key = requireKey(params.rpsKey);
    const { show } = await readJson(request, ShowChange);
    showFind(key, show);
    return shownWithEtag(requireFind(key));
  }),
});

export const action = loader;
