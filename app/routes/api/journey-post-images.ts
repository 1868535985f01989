import { admin, api, created, requireKey } from "#app/http/api.server.ts";
import { withImageForm } from "#app/http/uploads/image-form.server.ts";
import { addImage } from "#domain/finds/admin/find-images.server.ts";
import { listImagesOfFind } from "#domain/finds/admin/read-finds.server.ts";

export const loader = api({
  GET: admin(({ params }) => listImagesOfFind(requireKey(params.rpsKey))),
  POST: admin(({ request, params }) => {
    const key = requireKey(params.rpsKey);
    return withImageForm(request, async ({ id, image }) =>
      created(await addImage(id, key, image)),
    );
  }),
});

export const action = loader;
