import { api, page, readListRequest } from "#app/http/api.server.ts";
import { listShownPosts } from "#domain/journeys.server.ts";

export const loader = api({
  GET: ({ request }) => {
    const { posts, next } = listShownPosts(readListRequest(request));
    return page(request, posts, next);
  },
});

export const action = loader;
