import * as v from "valibot";
import {
  readSessionId,
  sessionCookie,
} from "#app/http/admin-session.server.ts";
import {
  admin,
  confirmed,
  created,
  everyone,
  pageOf,
  setup,
} from "#app/http/calls/call.ts";
import { noteEvent } from "#app/http/request/log.server.ts";
import {
  AdminSession,
  RecoveryCodes,
  SecondFactorSetUp,
  SecondFactorState,
  SecurityEvent,
  SetUpState,
} from "#domain/account/answers.ts";
import {
  AppCode,
  Confirmation,
  PasswordChange,
  SetUp,
} from "#domain/account/schemas.ts";
import {
  beginSetUp,
  renewCodes,
  secondFactorState,
  switchOff,
  switchOn,
} from "#domain/account/second-factor.server.ts";
import { listEvents } from "#domain/account/security-events.server.ts";
import {
  endOtherSessions,
  endSessionNamed,
  listSessions,
} from "#domain/account/sessions.server.ts";
import {
  changePassword,
  requireOpenSetUp,
  setUp,
} from "#domain/account/set-up.server.ts";
import { confirmSignIn } from "#domain/account/sign-in.server.ts";
import { StepPutAside } from "#domain/health/schemas.ts";
import { putStepAside } from "#domain/health/set-up-steps.server.ts";

export const account = {
  ...confirmed("GET /api/account/confirmation", {
    summary: "Whether the password was entered within the last 10 minutes",
    says: "It was. Otherwise the answer is 403.",
    run: () => undefined,
  }),
  ...admin("POST /api/account/confirmation", {
    summary: "Enters the password again, and a code if the second factor is on",
    says: "It counts for 10 minutes.",
    takes: Confirmation,
    run: ({ scope: session, sender, body }) =>
      confirmSignIn(session, body, sender),
  }),
  ...confirmed("PUT /api/account/password", {
    summary: "Changes the password, and ends all sessions but this one",
    takes: PasswordChange,
    run: ({ scope: session, sender, body }) =>
      changePassword(body.password, session, sender),
  }),
  ...admin("GET /api/account/second-factor", {
    summary: "Whether the second factor is on",
    gives: SecondFactorState,
    run: () => secondFactorState(),
  }),
  ...confirmed("POST /api/account/second-factor", {
    summary: "Begins to set up the second factor",
    gives: created(SecondFactorSetUp),
    run: () => beginSetUp(),
  }),
  ...confirmed("PUT /api/account/second-factor", {
    summary: "Switches the second factor on with a code of the app",
    says: "The codes for a lost phone.",
    takes: AppCode,
    gives: RecoveryCodes,
    run: async ({ sender, body }) => ({
      recovery_codes: await switchOn(body.code, sender),
    }),
  }),
  ...confirmed("DELETE /api/account/second-factor", {
    summary: "Switches the second factor off",
    run: ({ sender }) => switchOff(sender),
  }),
  ...confirmed("POST /api/account/recovery-codes", {
    summary: "Makes new recovery codes in place of all earlier ones",
    gives: created(RecoveryCodes),
    run: async ({ sender }) => ({ recovery_codes: await renewCodes(sender) }),
  }),
  ...admin("GET /api/account/sessions", {
    summary: "The admin's living sessions, the one used last first",
    gives: v.array(AdminSession),
    run: ({ scope: session }) => listSessions(session),
  }),
  ...confirmed("DELETE /api/account/sessions", {
    summary: "Ends all sessions but this one",
    run: ({ scope: session, sender }) => endOtherSessions(session, sender),
  }),
  ...confirmed("DELETE /api/account/sessions/:sessionId", {
    summary: "Ends a session",
    run: ({ params, sender }) => endSessionNamed(params.sessionId, sender),
  }),
  ...admin("GET /api/account/events", {
    summary:
      "What happened to sign-in and site in the last 90 days, newest first",
    gives: pageOf(SecurityEvent),
    run: ({ list }) => listEvents(list),
  }),
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
  ...admin("POST /api/setup/aside", {
    summary:
      "Puts a step of the set-up aside, so that the dashboard asks for it no more",
    takes: StepPutAside,
    run: ({ body }) => putStepAside(body.step),
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
