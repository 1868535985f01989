import { admin, api, readJson, readListRequest } from "#app/http/api.server.ts";
import { withEtag } from "#app/http/cache/etag.server.ts";
import { UserFields } from "#domain/artists/schemas.ts";
import { addUser, listArtists } from "#domain/artists/artists.server.ts";

export const loader = api({
  GET: admin(({ request }) => listArtists(readListRequest(request).sort)),
  POST: admin(async ({ request }) =>
    withEtag(addUser(await readJson(request, UserFields)), 201),
  ),
});

export const action = loader;
