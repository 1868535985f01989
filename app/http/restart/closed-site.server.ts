import type { RequestListener, Server, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { remember } from "#core/remember.server.ts";
import { answerWaiting, type Waiting } from "./waiting-page.server.ts";

/** While a backup is restored, the site is closed: every request gets the page that waits. */

const site = remember(
  "closed site",
  (): {
    waiting?: Waiting;
    /** The request being answered. */
    running: Set<ServerResponse>;
    server?: Server;
  } => ({ running: new Set() }),
);

export const isClosed = () => site.waiting !== undefined;

/** Undefined in development, which has another server. */
export const theServer = () => site.server;

/** Has a server answer requests as long as the site is open. */
export const unlessClosed =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    if (site.waiting) return answerWaiting(site.waiting, request, response);
    site.running.add(response);
    response.once("close", () => site.running.delete(response));
    listener(request, response);
  };

export const noteServer = (server: Server) => void (site.server = server);

/** Closes the site for new requests. Those that are being answered go on. */
export function closeSite(waiting: Waiting) {
  site.waiting = waiting;
}

const RECHECK_MS = 20;

/** Time limit for answers that were cut to tidy up. */
const TIDY_MS = 5000;

/** Waits until all that was being answered is answered. Cuts what takes longer than `patienceMs`. */
export async function untilAnswered(patienceMs: number) {
  await untilNoneRuns(patienceMs);
  for (const response of site.running) response.socket?.destroy();
  await untilNoneRuns(TIDY_MS);
}

async function untilNoneRuns(limitMs: number) {
  const end = performance.now() + limitMs;
  while (site.running.size > 0 && performance.now() < end)
    await wait(RECHECK_MS);
}
