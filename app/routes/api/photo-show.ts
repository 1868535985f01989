import { admin, api, readJson, requireKey } from "#app/http/api.server.ts";
import { shownWithEtag } from "#app/http/cache/etag.server.ts";
import { requirePhoto, showPhoto } from "#domain/albums/admin-photos.server.ts";
import { ShowChange } from "#domain/core/schemas.ts";

export const loader = api({
  POST: admin(async ({ request, params }) => {
    const key = requireKey(params.pKey);
    const { show } = await readJson(request, ShowChange);
    showPhoto(key, show);
    return shownWithEtag(requirePhoto(key));
  }),
});

export const action = loader;
