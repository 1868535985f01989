import { describeCalls } from "#app/http/call.server.ts";
import { operations as described } from "#app/http/openapi/operations.ts";
import { trash } from "./trash.ts";

/** Every call that is declared, by method and path. */
export const calls = { ...trash };

/** What is said of every method of every address of the API. */
export const operations = { ...described, ...describeCalls(calls) };
