import { prepareServer, unlessClosed } from "#app/http/restart/child.server.ts";
import http, {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { createRequire } from "node:module";
import type { Socket } from "node:net";
import path from "node:path";

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
 * Changes the server that remix-serve makes, which offers no place for it. `handle` sees each request first. It must run
 * before remix-serve is loaded. tests/api/http/remix-serve.test.ts fails if a new version no longer works this way.
 */
export function setUpServer(handle: RequestListener) {
  const { createServer } = http;
  Object.assign(http, {
    createServer(listener: RequestListener) {
      const server = createServer(
        LIMITS,
        oneAtATime(
          unlessClosed((request, response) => {
            handle(request, response);
            listener(request, response);
          }),
        ),
      );
      prepareServer(server);
      closeIdleConnectionsAtStop(server);
      return server;
    },
  });
}

/** Number of requests that a client may send ahead. No browser and no proxy sends any. */
const AHEAD_MAX = 100;

/**
 * Otherwise Node hands over all that a client sends ahead, and emits no `close` for the responses that are still queued
 * when the connection dies, so that nothing tidies up.
 */
function oneAtATime(listener: RequestListener): RequestListener {
  const queues = new WeakMap<Socket, (() => void)[]>();
  return (request, response) => {
    const { socket } = request;
    const queue = queues.get(socket) ?? [];
    queues.set(socket, queue);
    if (queue.length > AHEAD_MAX) return void socket.destroy();
    queue.push(() => {
      response.once("close", () => {
        queue.shift();
        if (!socket.destroyed) queue[0]?.();
      });
      listener(request, response);
    });
    if (queue.length === 1) queue[0]!();
  };
}

/**
 * remix-serve closes only the connections that are idle at the signal. Added in the same tick as its own listener, because
 * alone this one would only keep the signal from ending the process.
 */
function closeIdleConnectionsAtStop(server: Server) {
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.once(signal, () =>
      setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_MS).unref(),
    );
}

/** In place of `morgan`, which remix-serve uses after its static files and before Remix. The same test holds it. */
export function answerBeforeRemix(
  middleware: (
    request: IncomingMessage,
    response: ServerResponse,
    next: (error?: unknown) => void,
  ) => void,
) {
  const requireAsServe = createRequire(
    path.resolve("node_modules/@remix-run/serve/dist/cli.js"),
  );
  const morgan = requireAsServe.resolve("morgan");
  requireAsServe("morgan");
  requireAsServe.cache[morgan]!.exports = () => middleware;
}
