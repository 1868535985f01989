import { api } from "#app/http/api.server.ts";
import { clientAddress } from "#app/http/client-address.server.ts";

export const { loader, action } = api({
  GET: ({ request }) => ({ ip: clientAddress(request) }),
});
