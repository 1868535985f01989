import * as v from "valibot";
import { readSessionId, senderOf } from "#app/http/admin-session.server.ts";
import { call, created, pageOf } from "#app/http/calls/call.ts";
import {
  AdminSession,
  RecoveryCodes,
  SecondFactorSetUp,
  SecondFactorState,
  SecurityEvent,
} from "#domain/account/answers.ts";
import {
  AppCode,
  Confirmation,
  PasswordChange,
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
import { changePassword } from "#domain/account/set-up.server.ts";
import { confirmSignIn } from "#domain/account/sign-in.server.ts";

/** The admin's own account. */
export const account = {
  ...call("GET /api/account/confirmation", {
    summary: "Whether the password was entered within the last 10 minutes",
    says: "It was. Otherwise the answer is 403.",
    access: "confirmed",
    run: () => undefined,
  }),
  ...call("POST /api/account/confirmation", {
    summary: "Enters the password again, and a code if the second factor is on",
    says: "It counts for 10 minutes.",
    access: "admin",
    takes: Confirmation,
    run: async ({ request, body }) =>
      confirmSignIn((await readSessionId(request))!, body, senderOf(request)),
  }),
  ...call("PUT /api/account/password", {
    summary: "Changes the password, and ends all sessions but this one",
    access: "confirmed",
    takes: PasswordChange,
    run: async ({ request, body }) =>
      changePassword(
        body.password,
        (await readSessionId(request))!,
        senderOf(request),
      ),
  }),
  ...call("GET /api/account/second-factor", {
    summary: "Whether the second factor is on",
    access: "admin",
    gives: SecondFactorState,
    run: () => secondFactorState(),
  }),
  ...call("POST /api/account/second-factor", {
    summary: "Begins to set up the second factor",
    access: "confirmed",
    gives: created(SecondFactorSetUp),
    run: () => beginSetUp(),
  }),
  ...call("PUT /api/account/second-factor", {
    summary: "Switches the second factor on with a code of the app",
    says: "The codes for a lost phone.",
    access: "confirmed",
    takes: AppCode,
    gives: RecoveryCodes,
    run: ({ request, body }) => ({
      recovery_codes: switchOn(body.code, senderOf(request)),
    }),
  }),
  ...call("DELETE /api/account/second-factor", {
    summary: "Switches the second factor off",
    access: "confirmed",
    run: ({ request }) => switchOff(senderOf(request)),
  }),
  ...call("POST /api/account/recovery-codes", {
    summary: "Makes new recovery codes in place of all earlier ones",
    access: "confirmed",
    gives: created(RecoveryCodes),
    run: ({ request }) => ({ recovery_codes: renewCodes(senderOf(request)) }),
  }),
  ...call("GET /api/account/sessions", {
    summary: "The admin's living sessions, the one used last first",
    access: "admin",
    gives: v.array(AdminSession),
    run: async ({ request }) => listSessions((await readSessionId(request))!),
  }),
  ...call("DELETE /api/account/sessions", {
    summary: "Ends all sessions but this one",
    access: "confirmed",
    run: async ({ request }) =>
      endOtherSessions((await readSessionId(request))!, senderOf(request)),
  }),
  ...call("DELETE /api/account/sessions/:sessionId", {
    summary: "Ends a session",
    access: "confirmed",
    run: ({ request, params }) =>
      endSessionNamed(params.sessionId, senderOf(request)),
  }),
  ...call("GET /api/account/events", {
    summary:
      "What happened to sign-in and site in the last 90 days, newest first",
    access: "admin",
    gives: pageOf(SecurityEvent),
    run: ({ list }) => listEvents(list),
  }),
};
