import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";

/** Five photos of 25 MB take about 17 minutes at 1 Mbit/s. Node's default is 5 minutes. */
const REQUEST_MS = 30 * 60_000;
/** Longer than proxies and browsers keep a connection, so that none of them sends into a closed one. */
const KEEP_ALIVE_MS = 65_000;
const HEADERS_MS = 70_000;
const CLOSE_IDLE_MS = 200;

const servers = new Set<Server>();

/**
 * Calls `handle` for every request, before remix-serve or anything else sees it. remix-serve makes the
 * server itself, so Node's diagnostics channel is the only way to the server and its sockets.
 */
export function onEachRequest(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
) {
  subscribe("http.server.request.start", (message) => {
    const { request, response, server } = message as {
      request: IncomingMessage;
      response: ServerResponse;
      server: Server;
    };
    if (!servers.has(server)) limitTimes(server);
    handle(request, response);
  });
}

function limitTimes(server: Server) {
  servers.add(server);
  server.requestTimeout = REQUEST_MS;
  server.headersTimeout = HEADERS_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
}

/**
 * Lets the server end soon after SIGTERM. remix-serve closes the server then, with the connections that are
 * idle at that moment. This closes the others as soon as their last response is out.
 */
export function closeIdleConnectionsAtStop() {
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.once(signal, () =>
      setInterval(() => {
        for (const server of servers) server.closeIdleConnections();
      }, CLOSE_IDLE_MS).unref(),
    );
}
