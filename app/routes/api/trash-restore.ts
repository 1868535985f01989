import { admin, api, requireKey } from "#app/http/api.server.ts";
import { restore } from "#domain/trash/restore.server.ts";

export const loader = api({
  POST: admin(({ params }) => restore(requireKey(params.trashKey))),
});

export const action = loader;
