import { admin, api } from "#app/http/api.server.ts";
import { initAlbumFolder } from "#domain/albums/admin-albums.server.ts";

export const loader = api({
  POST: admin(async ({ params }) => {
    const name = params.albumName!;
    await initAlbumFolder(name);
    return { name };
  }),
});

export const action = loader;
