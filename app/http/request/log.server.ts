import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { log } from "#core/log.server.ts";
import { remember } from "#core/remember.server.ts";
import { ADDRESS_HEADER, REQUEST_ID_HEADER, requestId } from "./headers.ts";

/** It gets its own line in the log: see docs/operating.md. None holds what somebody typed. */
export interface SecurityEvent {
  event:
    | "sign-in"
    | "code asked for"
    | "sign-in failed"
    | "sign-out"
    | "refused"
    | "limit reached"
    | "upload refused";
  limit?: string;
  scope?: string;
}

const byStatus: Record<number, SecurityEvent> = {
  401: { event: "refused" },
  403: { event: "refused" },
  415: { event: "upload refused" },
  429: { event: "limit reached" },
};

const ORDINARY = new Set(["sign-in", "code asked for", "sign-out"]);

/** The requests that are not answered yet, by their id: the preload adds them, and Remix's loaders look them up. */
const running = remember(
  "running requests",
  () => new Map<string, { response: ServerResponse; event?: SecurityEvent }>(),
);
const find = (request: Request) => running.get(requestId(request) ?? "");

/** Node's response to a request. Undefined without the preload, in development. */
export const nodeResponse = (request: Request) => find(request)?.response;

/** Notes a request's event, to be logged once the request is answered. The last event of a request counts. */
export function noteEvent(request: Request, event: SecurityEvent) {
  const found = find(request);
  if (found) found.event = event;
}

const CLIENT_LEFT = 499;

/** Gives a request its id, and logs it when its response is out or its client is gone. */
export function logWhenAnswered(
  request: IncomingMessage,
  response: ServerResponse,
) {
  const began = process.hrtime.bigint();
  const id = randomUUID();
  const { method = "GET", url = "" } = request;
  // The query is left out because it may hold what does not belong in a log.
  const path = url.split("?")[0]!;
  const address = String(request.headers[ADDRESS_HEADER]);
  request.headers[REQUEST_ID_HEADER] = id;
  response.setHeader("X-Request-Id", id);
  running.set(id, { response });
  response.on("close", () => {
    const status = response.writableFinished
      ? response.statusCode
      : CLIENT_LEFT;
    const ms = Number((process.hrtime.bigint() - began) / 1_000_000n);
    log.info("request", { id, method, path, status, ms });
    const noted = running.get(id)?.event ?? byStatus[status];
    running.delete(id);
    if (!noted) return;
    const { event, ...fields } = noted;
    const write = ORDINARY.has(event) ? log.info : log.warn;
    write(event, { id, address, method, path, status, ...fields });
  });
}
