import { admin, api, readJson } from "#app/http/api.server.ts";
import { swapAlbums } from "#domain/albums/admin-albums.server.ts";
import { AlbumSwap } from "#domain/albums/schemas.ts";

export const loader = api({
  POST: admin(async ({ request }) =>
    swapAlbums(await readJson(request, AlbumSwap)),
  ),
});

export const action = loader;
