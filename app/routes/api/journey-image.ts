import { admin, api, noContent, requireKey } from "#app/http/api.server.ts";
import { deleteImage } from "#domain/finds/admin/find-images.server.ts";

export const loader = api({
  DELETE: admin(async ({ params }) => {
    await deleteImage(requireKey(params.rpiKey));
    return noContent();
  }),
});

export const action = loader;
