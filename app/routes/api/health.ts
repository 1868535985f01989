import { api } from "#app/http/api.server.ts";
import { readHealth } from "#domain/operations/health.server.ts";

export const loader = api({
  GET: async () => {
    const health = await readHealth();
    return Response.json(health, {
      status: health.status === "down" ? 503 : 200,
      headers: { "Cache-Control": "no-store" },
    });
  },
});

export const action = loader;
