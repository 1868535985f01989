import { admin, answerList, api } from "#app/http/api.server.ts";
import { listFinds } from "#domain/finds/admin/read-finds.server.ts";

export const loader = api({
  GET: admin(({ request }) => {
    const uuid = new URL(request.url).searchParams.get("uuid") ?? undefined;
    return answerList(request, (asked) => {
      const { posts, next } = listFinds({ ...asked, uuid });
      return { items: posts, next };
    });
  }),
});

export const action = loader;
