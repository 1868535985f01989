import { isAdmin } from "#app/http/admin-session.server.ts";
import { api, requireKey } from "#app/http/api.server.ts";
import { listPhotos } from "#domain/albums.server.ts";

export const loader = api({
  GET: async ({ request, params }) => {
    const all = await isAdmin(request);
    return Response.json(listPhotos(requireKey(params.paKey), { all }), {
      headers: {
        Vary: "Cookie",
        "Cache-Control": all ? "no-store" : "no-cache",
      },
    });
  },
});

export const action = loader;
