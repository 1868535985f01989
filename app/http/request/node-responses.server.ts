import type { ServerResponse } from "node:http";
import { setImmediate, setTimeout as wait } from "node:timers/promises";
import { remember } from "#core/remember.server.ts";
import { requestId } from "./headers.ts";

/** Node's responses that are not out yet, by their request's id, because Remix gives a loader none. */
const responses = remember(
  "responses",
  () => new Map<string, ServerResponse>(),
);

export function noteResponse(id: string, response: ServerResponse) {
  responses.set(id, response);
  response.once("close", () => responses.delete(id));
}

/** Undefined without the preload, in development. */
export const nodeResponse = (request: Request) =>
  responses.get(requestId(request) ?? "");

/** Milliseconds. Not an event, because `compression` keeps the event `drain` for itself. */
const RECHECK_MS = 10;

/**
 * Waits until a client has taken what it was sent. Remix writes on whether or not it has, so that a long list would
 * wait for a slow client in memory, all of it.
 */
export async function waitForDrain(response: ServerResponse) {
  // A fast client has taken it a moment later.
  await setImmediate();
  while (response.writableNeedDrain && !response.destroyed)
    await wait(RECHECK_MS);
}
