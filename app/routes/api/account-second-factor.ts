import {
  admin,
  api,
  confirmed,
  created,
  noContent,
  readJson,
} from "#app/http/api.server.ts";
import { senderOf } from "#app/http/admin-session.server.ts";
import { AppCode } from "#domain/account/schemas.ts";
import {
  beginSetUp,
  secondFactorState,
  switchOff,
  switchOn,
} from "#domain/account/second-factor.server.ts";

export const loader = api({
  GET: admin(secondFactorState),
  POST: confirmed(() => created(beginSetUp())),
  PUT: confirmed(async ({ request }) => {
    const { code } = await readJson(request, AppCode);
    return { recovery_codes: switchOn(code, senderOf(request)) };
  }),
  DELETE: confirmed(({ request }) => {
    switchOff(senderOf(request));
    return noContent();
  }),
});

export const action = loader;
