import { admin, api, page, readListRequest } from "#app/http/api.server.ts";
import { listJourneyPosts } from "#domain/journey-admin.server.ts";

export const loader = api({
  GET: admin(({ request }) => {
    const { posts, next } = listJourneyPosts(readListRequest(request));
    return page(request, posts, next);
  }),
});

export const action = loader;
