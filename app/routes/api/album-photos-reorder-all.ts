import { admin, api, readJson, requireKey } from "#app/http/api.server.ts";
import { reorderPhotos } from "#domain/albums/admin-photos.server.ts";
import { NewOrder } from "#domain/albums/schemas.ts";

export const loader = api({
  POST: admin(async ({ request, params }) => {
    const key = requireKey(params.paKey);
    const { order } = await readJson(request, NewOrder);
    return reorderPhotos(key, order);
  }),
});

export const action = loader;
