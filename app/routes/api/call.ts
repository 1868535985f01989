import { calls } from "#app/api/calls.ts";
import { answerCalls } from "#app/http/call.server.ts";

export const loader = answerCalls(calls);
export const action = loader;
