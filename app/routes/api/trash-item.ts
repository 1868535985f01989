import { admin, api, noContent, requireKey } from "#app/http/api.server.ts";
import { deleteForGood } from "#domain/trash/restore.server.ts";

export const loader = api({
  DELETE: admin(async ({ params }) => {
    await deleteForGood(requireKey(params.trashKey));
    return noContent();
  }),
});

export const action = loader;
