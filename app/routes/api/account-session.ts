import { api, confirmed, noContent } from "#app/http/api.server.ts";
import { senderOf } from "#app/http/admin-session.server.ts";
import { endSessionNamed } from "#domain/account/sessions.server.ts";

export const loader = api({
  DELETE: confirmed(({ request, params }) => {
    endSessionNamed(params.sessionId ?? "", senderOf(request));
    return noContent();
  }),
});

export const action = loader;
