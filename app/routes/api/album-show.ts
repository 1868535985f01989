import { admin, api, readJson, requireKey } from "#app/http/api.server.ts";
import { shownWithEtag } from "#app/http/cache/etag.server.ts";
import { requireAlbum, showAlbum } from "#domain/albums/admin-albums.server.ts";
import { ShowChange } from "#domain/core/schemas.ts";

export const loader = api({
  PATCH: admin(async ({ request, params }) => {
    const key = requireKey(params.paKey);
    const { show } = await readJson(request, ShowChange);
    showAlbum(key, show);
    return shownWithEtag(requireAlbum(key));
  }),
});

export const action = loader;
