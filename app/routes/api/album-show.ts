import { admin, api, readJson, requireKey } from "#app/http/api.server.ts";
import { showAlbum } from "#domain/albums/admin-albums.server.ts";
import { ShowChange } from "#domain/core/schemas.ts";

export const loader = api({
  PATCH: admin(async ({ request, params }) => {
    const { show } = await readJson(request, ShowChange);
    return { show: showAlbum(requireKey(params.paKey), show) };
  }),
});

export const action = loader;
