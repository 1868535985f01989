import { admin, api, readJson } from "#app/http/api.server.ts";
import { reorderAlbums } from "#domain/albums/admin-albums.server.ts";
import { NewOrder } from "#domain/albums/schemas.ts";

export const loader = api({
  POST: admin(async ({ request }) => {
    const { order } = await readJson(request, NewOrder);
    return reorderAlbums(order);
  }),
});

export const action = loader;
