import { api } from "#app/http/api.server.ts";
import { clientAddress } from "#app/http/request-headers.ts";

export const { loader, action } = api({
  GET: ({ request }) => ({ ip: clientAddress(request) }),
});
