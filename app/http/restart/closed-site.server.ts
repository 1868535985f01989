import type { RequestListener, Server, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { remember } from "#domain/core/remember.server.ts";
import { answerWaiting, type Waiting } from "./waiting-page.server.ts";

/** While a backup is restored, the site is closed: every request gets the page that waits. */

const site = remember(
  "closed site",
  (): {
    waiting?: Waiting;
    /** What is being answered. */
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

/** Another process answers from now on. This one only sends there who still has a connection here. */
export function passOn() {
  if (site.waiting) site.waiting = { ...site.waiting, isOver: true };
}

/** Says on the page that waits what is being done. */
export function sayDoing(doing: string, part?: number) {
  if (site.waiting)
    site.waiting = { ...site.waiting, doing, part, isOver: false };
}

const RECHECK_MS = 20;

/** Waits until all that was being answered is answered. What takes too long is cut. */
export async function untilAnswered(patienceMs: number) {
  const end = Date.now() + patienceMs;
  while (site.running.size > 0 && Date.now() < end) await wait(RECHECK_MS);
  for (const response of site.running) response.socket?.destroy();
  // Each of them notices that, and tidies up.
  while (site.running.size > 0) await wait(RECHECK_MS);
}
