import {
  admin,
  api,
  deleted,
  requireKey,
  requireValid,
} from "#app/http/api.server.ts";
import { readIfMatch, withEtag } from "#app/http/cache/etag.server.ts";
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
          readIfMatch(request),
        ),
      ),
    );
  }),
  DELETE: admin(async ({ params }) =>
    deleted(await deleteRock(requireKey(params.rcKey))),
  ),
});

export const action = loader;
