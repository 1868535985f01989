import { admin, api, readJson, requireKey } from "#app/http/api.server.ts";
import { showPhoto } from "#domain/albums/admin-photos.server.ts";
import { ShowChange } from "#domain/core/schemas.ts";

export const loader = api({
  POST: admin(async ({ request, params }) => {
    const { show } = await readJson(request, ShowChange);
    return { show: showPhoto(requireKey(params.pKey), show) };
  }),
});

export const action = loader;
