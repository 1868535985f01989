import {
  admin,
  api,
  noContent,
  requireKey,
  requireValid,
} from "#app/http/api.server.ts";
import { currentFor, withEtag } from "#app/http/cache/etag.server.ts";
import { withImageForm } from "#app/http/uploads/image-form.server.ts";
import { changeRock, deleteRock } from "#domain/rocks/rocks.server.ts";
import { RockChange } from "#domain/rocks/schemas.ts";

export const loader = api({
  PUT: admin(({ request, params }) => {
    const key = requireKey(params.rcKey);
    return withImageForm(request, async ({ id, fields, image }) =>
      withEtag(
        await changeRock(
          id,
          key,
          requireValid(RockChange, fields),
          image,
          currentFor(request),
        ),
      ),
    );
  }),
  DELETE: admin(async ({ params }) => {
    await deleteRock(requireKey(params.rcKey));
    return noContent();
  }),
});

export const action = loader;
