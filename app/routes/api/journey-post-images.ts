import { admin, api, created, requireKey } from "#app/http/api.server.ts";
import { withImageForm } from "#app/http/image-form.server.ts";
import {
  addJourneyImage,
  listJourneyImages,
} from "#domain/journey-admin.server.ts";

export const loader = api({
  GET: admin(({ params }) => listJourneyImages(requireKey(params.rpsKey))),
  POST: admin(({ request, params }) => {
    const key = requireKey(params.rpsKey);
    return withImageForm(request, async ({ id, image }) =>
      created(await addJourneyImage(id, key, image)),
    );
  }),
});

export const action = loader;
