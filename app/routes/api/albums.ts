import { isAdmin } from "#app/http/admin-session.server.ts";
import { api } from "#app/http/api.server.ts";
import { listAlbums } from "#domain/albums.server.ts";

export const loader = api({
  GET: async ({ request }) => {
    const all = await isAdmin(request);
    return Response.json(listAlbums({ all }), {
      headers: {
        Vary: "Cookie",
        "Cache-Control": all ? "no-store" : "no-cache",
      },
    });
  },
});

export const action = loader;
