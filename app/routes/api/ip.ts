import { api } from "#app/http/api.server.ts";
import { clientAddress } from "#app/http/request/headers.ts";

export const loader = api({
  GET: ({ request }) => ({ ip: clientAddress(request) }),
});

export const action = loader;
