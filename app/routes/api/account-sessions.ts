import { admin, api, confirmed, noContent } from "#app/http/api.server.ts";
import { readSessionId, senderOf } from "#app/http/admin-session.server.ts";
import {
  endOtherSessions,
  listSessions,
} from "#domain/account/sessions.server.ts";

export const loader = api({
  GET: admin(async ({ request }) =>
    listSessions((await readSessionId(request))!),
  ),
  DELETE: confirmed(async ({ request }) => {
    endOtherSessions((await readSessionId(request))!, senderOf(request));
    return noContent();
  }),
});

export const action = loader;
