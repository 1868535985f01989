import { isAdmin } from "#app/http/admin-session.server.ts";
import { api, requireKey } from "#app/http/api.server.ts";
import { listPhotos } from "#domain/albums/albums.server.ts";
import { listAdminPhotos } from "#domain/albums/admin-photos.server.ts";

export const loader = api({
  GET: async ({ request, params }) => {
    const key = requireKey(params.paKey);
    const all = await isAdmin(request);
    return Response.json(all ? listAdminPhotos(key) : listPhotos(key), {
      headers: {
        Vary: "Cookie",
        "Cache-Control": all ? "no-store" : "no-cache",
      },
    });
  },
});

export const action = loader;
