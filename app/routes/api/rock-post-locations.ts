import { api } from "#app/http/api.server.ts";
import { readInThread } from "#domain/large-reads/read-in-thread.server.ts";

export const loader = api({
  GET: async () =>
    new Response(await readInThread("pins"), {
      headers: {
        "Content-Type": "application/json",
        "Cache-Control": "no-cache",
      },
    }),
});

export const action = loader;
