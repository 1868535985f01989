import { api } from "#app/http/api.server.ts";
import { readInThread } from "#domain/large-reads/read-in-thread.server.ts";

export const loader = api({
  GET: async () =>
    new Response(await readInThread("packedPins"), {
      headers: {
        "Content-Type": "application/octet-stream",
        "Cache-Control": "no-cache",
      },
    }),
});

export const action = loader;
