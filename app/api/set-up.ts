import {
  readSessionId,
  sessionCookie,
} from "#app/http/admin-session.server.ts";
import { created, everyone, setup } from "#app/http/calls/call.ts";
import { noteEvent } from "#app/http/request/log.server.ts";
import { SetUpState } from "#domain/account/answers.ts";
import { SetUp } from "#domain/account/schemas.ts";
import { requireOpenSetUp, setUp } from "#domain/account/set-up.server.ts";

/** The first password of a site, set through the link that its start prints. */
export const setUpCalls = {
  ...everyone("GET /api/setup", {
    summary: "Whether the site still waits to be set up",
    says: "It does. Otherwise the answer is 410.",
    gives: SetUpState,
    run: () => {
      requireOpenSetUp();
      return Response.json(
        { state: "open" },
        { headers: { "Cache-Control": "no-store" } },
      );
    },
  }),
  ...setup("POST /api/setup", {
    summary: "Sets the password and the names of the site, and signs in",
    says: "The session is in a cookie, as after a sign-in.",
    takes: SetUp,
    gives: created(SetUpState),
    run: async ({ request, sender, body }) => {
      const session = await setUp(body, {
        ...sender,
        asDocument: false,
        session: await readSessionId(request),
      });
      noteEvent(request, { event: "sign-in" });
      return Response.json(
        { state: "done" },
        {
          status: 201,
          headers: { "Set-Cookie": await sessionCookie(request, session) },
        },
      );
    },
  }),
};
