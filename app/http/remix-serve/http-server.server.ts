import { subscribe } from "node:diagnostics_channel";
import { unlessClosed } from "#app/http/restart/closed-site.server.ts";
import { prepareServer } from "#app/http/restart/take-place.server.ts";
import http, {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";

const LIMITS = {
  /** Five photos of 25 MB take about 17 minutes at 1 Mbit/s. Node's default is 5 minutes. */
  requestTimeout: 30 * 60_000,
  /** Longer than proxies and browsers keep a connection, so that none of them sends into a closed one. */
  keepAliveTimeout: 65_000,
  /** A sender whose head isn't complete in time gets 408, like one that stops in the body. */
  headersTimeout: 30_000,
  /** How often Node looks for such senders. Its default of 30 seconds would let some wait for a minute. */
  connectionsCheckingInterval: 5000,
};
const CLOSE_IDLE_MS = 200;

/**
 * Limits the times of the server that remix-serve makes. It gives Node no options, so this adds them. It must run
 * before remix-serve is loaded. tests/api/http/remix-serve.test.ts fails if a new version no longer works this way.
 */
export function limitTimes() {
  const { createServer } = http;
  Object.assign(http, {
    createServer(listener: RequestListener) {
      const server = createServer(LIMITS, unlessClosed(listener));
      prepareServer(server);
      closeIdleConnectionsAtStop(server);
      return server;
    },
  });
}

/**
 * Calls `handle` for every request, before remix-serve or anything else sees it. remix-serve makes the
 * server itself, so Node's diagnostics channel is the only way to its requests.
 */
export function onEachRequest(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
) {
  subscribe("http.server.request.start", (message) => {
    const { request, response } = message as {
      request: IncomingMessage;
      response: ServerResponse;
    };
    handle(request, response);
  });
}

/**
 * Lets the server end soon after SIGTERM. remix-serve closes the server then, with the connections that are idle at
 * that moment. This closes the others as soon as their last response is out. remix-serve adds its own listener in the
 * same tick. Before that, a listener would only keep the signal from ending the process.
 */
function closeIdleConnectionsAtStop(server: Server) {
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.once(signal, () =>
      setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_MS).unref(),
    );
}
