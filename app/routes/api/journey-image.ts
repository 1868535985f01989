import { admin, api, deleted, requireKey } from "#app/http/api.server.ts";
import { deleteImage } from "#domain/finds/admin/find-images.server.ts";

export const loader = api({
  DELETE: admin(async ({ params }) =>
    deleted(await deleteImage(requireKey(params.rpiKey))),
  ),
});

export const action = loader;
