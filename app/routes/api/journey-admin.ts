import { admin, api, page, readListRequest } from "#app/http/api.server.ts";
import { listFinds } from "#domain/finds/admin/read-finds.server.ts";

export const loader = api({
  GET: admin(({ request }) => {
    const uuid = new URL(request.url).searchParams.get("uuid") ?? undefined;
    const { posts, next } = listFinds({
      ...readListRequest(request),
      uuid,
    });
    return page(request, posts, next);
  }),
});

export const action = loader;
