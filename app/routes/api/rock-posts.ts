import {
  api,
  page,
  readListRequest,
  writeWhole,
} from "#app/http/api.server.ts";
import {
  listPublicFinds,
  readPublicFinds,
} from "#domain/finds/journeys.server.ts";

export const loader = api({
  GET: ({ request }) => {
    const { limit, before } = readListRequest(request);
    if (limit === undefined && before === undefined)
      return writeWhole(request, readPublicFinds());
    const { posts, next } = listPublicFinds({ limit, before });
    return page(request, posts, next);
  },
});

export const action = loader;
