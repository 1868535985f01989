import * as v from "valibot";
import {
  AdminSession,
  RecoveryCodes,
  SecondFactorSetUp,
  SecondFactorState,
  SecurityEvent,
} from "#domain/account/answers.ts";
import { AppCode, Confirmation } from "#domain/account/schemas.ts";
import { created, gone, ok, pages } from "./common.ts";
import type { Operations } from "./operation.ts";

/** The admin's own account. What says so answers 403 until the password was entered within the last 10 minutes. */
const AGAIN = "; asks for the password again";

export const accountOperations: Operations = {
  "GET /api/account/confirmation": {
    summary: "Whether the password was entered within the last 10 minutes",
    access: "admin",
    answers: { 204: { description: "It was. Otherwise the answer is 403." } },
  },
  "POST /api/account/confirmation": {
    summary: "Enters the password again, and a code if the second factor is on",
    access: "admin",
    body: { json: Confirmation },
    answers: { 204: { description: "It counts for 10 minutes." } },
  },
  "GET /api/account/second-factor": {
    summary: "Whether the second factor is on",
    access: "admin",
    answers: ok(SecondFactorState, "How it is."),
  },
  "POST /api/account/second-factor": {
    summary: `Begins to set up the second factor${AGAIN}`,
    access: "admin",
    answers: created(SecondFactorSetUp, "What the app needs."),
  },
  "PUT /api/account/second-factor": {
    summary: `Switches the second factor on with a code of the app${AGAIN}`,
    access: "admin",
    body: { json: AppCode },
    answers: ok(RecoveryCodes, "The codes for a lost phone."),
  },
  "DELETE /api/account/second-factor": {
    summary: `Switches the second factor off${AGAIN}`,
    access: "admin",
    answers: gone,
  },
  "POST /api/account/recovery-codes": {
    summary: `Makes new recovery codes in place of all earlier ones${AGAIN}`,
    access: "admin",
    answers: created(RecoveryCodes, "The new codes."),
  },
  "GET /api/account/sessions": {
    summary: "The admin's living sessions, the one used last first",
    access: "admin",
    answers: ok(v.array(AdminSession), "Sessions."),
  },
  "DELETE /api/account/sessions": {
    summary: `Ends all sessions but this one${AGAIN}`,
    access: "admin",
    answers: gone,
  },
  "DELETE /api/account/sessions/:sessionId": {
    summary: `Ends a session${AGAIN}`,
    access: "admin",
    answers: gone,
  },
  "GET /api/account/events": {
    summary:
      "What happened to sign-in and site in the last 90 days, newest first",
    access: "admin",
    query: pages,
    answers: ok(v.array(SecurityEvent), "Events."),
  },
};
