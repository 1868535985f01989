import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { log } from "#core/log.server.ts";
import { ADDRESS_HEADER, REQUEST_ID_HEADER } from "./headers.ts";
import { noteResponse } from "./node-responses.server.ts";
import { logEvent } from "./security-events.server.ts";

/** The status in the log when the client went away before the response was out. */
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
  noteResponse(id, response);
  response.on("close", () => {
    const status = response.writableFinished
      ? response.statusCode
      : CLIENT_LEFT;
    const ms = Number((process.hrtime.bigint() - began) / 1_000_000n);
    log.info("request", { id, method, path, status, ms });
    logEvent({ id, address, method, path, status });
  });
}
