import {
  admin,
  api,
  page,
  readListRequest,
  requireValid,
} from "#app/http/api.server.ts";
import { listTrash } from "#domain/trash/read-trash.server.ts";
import { TrashKindChoice } from "#domain/trash/schemas.ts";

export const loader = api({
  GET: admin(({ request }) => {
    const kind = new URL(request.url).searchParams.get("kind");
    const { items, next } = listTrash({
      ...readListRequest(request),
      kind: kind === null ? undefined : requireValid(TrashKindChoice, kind),
    });
    return page(request, items, next);
  }),
});

export const action = loader;
