import { accepted, admin, api, noContent } from "#app/http/api.server.ts";
import { withImageForm } from "#app/http/uploads/image-form.server.ts";
import { DomainError } from "#domain/core/errors.ts";
import {
  removeSitePicture,
  replaceSitePicture,
} from "#domain/site/site-picture-uploads.server.ts";
import { isSitePictureName } from "#domain/site/site-pictures.server.ts";

function requireName(name = "") {
  if (isSitePictureName(name)) return name;
  throw new DomainError("not_found", "The site has no such picture.");
}

export const loader = api({
  PUT: admin(({ request, params }) => {
    const name = requireName(params.name);
    return withImageForm(request, async ({ id, image }) =>
      accepted(
        await replaceSitePicture(id, name, image),
        "The picture is being made ready.",
      ),
    );
  }),
  DELETE: admin(async ({ params }) => {
    await removeSitePicture(requireName(params.name));
    return noContent();
  }),
});

export const action = loader;
