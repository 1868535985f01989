import { admin, api, readJson, requireKey } from "#app/http/api.server.ts";
import { swapPhotos } from "#domain/albums/admin-photos.server.ts";
import { PhotoSwap } from "#domain/albums/schemas.ts";

export const loader = api({
  POST: admin(async ({ request, params }) => {
    const key = requireKey(params.paKey);
    return swapPhotos(key, await readJson(request, PhotoSwap));
  }),
});

export const action = loader;
