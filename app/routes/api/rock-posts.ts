import {
  api,
  page,
  readListRequest,
  writeWhole,
} from "#app/http/api.server.ts";
import {
  listShownPosts,
  readShownPosts,
} from "#domain/finds/journeys.server.ts";

export const loader = api({
  GET: ({ request }) => {
    const { limit, before } = readListRequest(request);
    if (limit === undefined && before === undefined)
      return writeWhole(request, readShownPosts());
    const { posts, next } = listShownPosts({ limit, before });
    return page(request, posts, next);
  },
});

export const action = loader;
