import { admin, api, page, readListRequest } from "#app/http/api.server.ts";
import { listEvents } from "#domain/account/security-events.server.ts";

export const loader = api({
  GET: admin(({ request }) => {
    const { items, next } = listEvents(readListRequest(request));
    return page(request, items, next);
  }),
});

export const action = loader;
