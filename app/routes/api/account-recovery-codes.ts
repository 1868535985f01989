import { api, confirmed, created } from "#app/http/api.server.ts";
import { senderOf } from "#app/http/admin-session.server.ts";
import { renewCodes } from "#domain/account/second-factor.server.ts";

export const loader = api({
  POST: confirmed(({ request }) =>
    created({ recovery_codes: renewCodes(senderOf(request)) }),
  ),
});

export const action = loader;
