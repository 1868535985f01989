import { admin, answerList, api, requireValid } from "#app/http/api.server.ts";
import { withEtag } from "#app/http/cache/etag.server.ts";
import { withImageForm } from "#app/http/uploads/image-form.server.ts";
import { addRock, listRocks } from "#domain/rocks/rocks.server.ts";
import { NewRock, RockNumber } from "#domain/rocks/schemas.ts";

export const loader = api({
  GET: admin(({ request }) => {
    const number = new URL(request.url).searchParams.get("rock_number");
    return answerList(request, (asked) => {
      const { rocks, next } = listRocks({
        ...asked,
        ...(number === null
          ? {}
          : { rock_number: requireValid(RockNumber, number) }),
      });
      return { items: rocks, next };
    });
  }),
  POST: admin(({ request }) =>
    withImageForm(request, async ({ id, fields, image }) =>
      withEtag(await addRock(id, requireValid(NewRock, fields), image), 201),
    ),
  ),
});

export const action = loader;
