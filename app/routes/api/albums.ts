import { isAdmin } from "#app/http/admin-session.server.ts";
import { admin, api, readJson } from "#app/http/api.server.ts";
import { withEtag } from "#app/http/cache/etag.server.ts";
import {
  addAlbum,
  listAdminAlbums,
} from "#domain/albums/admin-albums.server.ts";
import { listAlbums } from "#domain/albums/albums.server.ts";
import { NewAlbum } from "#domain/albums/schemas.ts";

export const loader = api({
  GET: async ({ request }) => {
    const all = await isAdmin(request);
    return Response.json(all ? listAdminAlbums() : listAlbums({ all: false }), {
      headers: {
        Vary: "Cookie",
        "Cache-Control": all ? "no-store" : "no-cache",
      },
    });
  },
  POST: admin(async ({ request }) =>
    withEtag(await addAlbum(await readJson(request, NewAlbum)), 201),
  ),
});

export const action = loader;
