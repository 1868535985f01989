import {
  admin,
  api,
  confirmed,
  noContent,
  readJson,
} from "#app/http/api.server.ts";
import { readSessionId, senderOf } from "#app/http/admin-session.server.ts";
import { Confirmation } from "#domain/account/schemas.ts";
import { confirmSignIn } from "#domain/account/sign-in.server.ts";

export const loader = api({
  GET: confirmed(noContent),
  POST: admin(async ({ request }) => {
    const given = await readJson(request, Confirmation);
    const session = (await readSessionId(request))!;
    await confirmSignIn(session, given, senderOf(request));
    return noContent();
  }),
});

export const action = loader;
